"""Paytables searched for a house edge."""
