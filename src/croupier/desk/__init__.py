"""The front desk: every use case, as plain functions with typed results.

A front end (`cli`, a web page) parses a request, calls one function of this package and shows the
result. Nothing here prints.
"""
