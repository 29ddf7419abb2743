"""What stands before the routes and sockets: hosts, origins, headers, cookies, sizes and rates.

It knows HTTP and no people, no tables and no money. The classes that wrap an app are plain ASGI.
"""
