"""The guards in front of routes and sockets: hosts, origins, headers, cookies, sizes and rates.

They know HTTP but no people, tables or money. The classes that wrap an app are plain ASGI.
"""
