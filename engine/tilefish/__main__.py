"""`python -m tilefish` is `tilefish`."""

from tilefish.cli.main import main

if __name__ == "__main__":
    main(prog_name="tilefish")
