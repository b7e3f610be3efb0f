"""The variants that come with Tilefish, one TOML file each (see docs/variant-files.md)."""
