"""The protocol for GUIs and match runners: the Universal Chess Interface."""
