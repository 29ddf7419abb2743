"""The room's front desk: opens a bank, does an act by its name, and reports the outcome."""
