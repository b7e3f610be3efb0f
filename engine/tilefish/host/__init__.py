"""An engine as any protocol needs it: its options, position, book, learning and searches, in values."""
