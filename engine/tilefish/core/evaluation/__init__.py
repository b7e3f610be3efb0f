"""Static evaluation: its terms, endgames, exchanges, and the table of terms that Python sees."""
