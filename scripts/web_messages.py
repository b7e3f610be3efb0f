"""Writes the page's types of messages, or with `--schema` prints their JSON schema.

python scripts/web_messages.py
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tilefish.web.messages.catalogue import SCHEMA
from tilefish.web.messages.jsdoc import page_types

PAGE_TYPES = Path(__file__).parents[1] / "engine" / "tilefish" / "web" / "page_types.js"


def main() -> None:
    """Does what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--schema", action="store_true", help="print the JSON schema of all messages")
    if parser.parse_args().schema:
        print(json.dumps(SCHEMA, indent=2))
    else:
        PAGE_TYPES.write_text(page_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
