"""Ultimate 4 Card Buyout and 4 Card Buyout: their rules, and their figures."""
