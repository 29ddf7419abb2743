"""The room replayed from its books, and every act held against the rules."""
