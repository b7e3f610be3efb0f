"""Decision records: why a move was chosen, reason by reason; the evaluation as a table."""
