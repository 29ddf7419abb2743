"""The room's front desk: a bank is opened, an act is done by its name, what it came to is told."""
