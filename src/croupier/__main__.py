"""`python -m croupier` is the command `croupier`."""

from croupier.cli import main

main()
