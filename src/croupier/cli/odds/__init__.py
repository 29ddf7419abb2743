"""`croupier odds`, `ev`, `strategy`, `design`, `report`; and the poker figures."""
