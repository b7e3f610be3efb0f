"""`tilefish completion`: what a shell needs to complete the words of a command line.

click asks the commands which words fit. This module adds what click lacks: the value of `--variant=fra` or of
`level=ea`, which a shell may read as one word or as three.
"""

from __future__ import annotations

import re

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

from tilefish.cli.main import COMPLETION_VARIABLE, main

_PROGRAM = "tilefish"
_OPTION = re.compile(r"--[\w-]+=")


class _WholeWords(ShellComplete):
    """Completes the value of `--option=value` to the whole word."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """The words that fit."""
        found = super().get_completions(args, incomplete)
        option = _OPTION.match(incomplete)
        for item in found:
            if option and item.type == "plain" and not item.value.startswith("-"):
                item.value = option[0] + item.value
        return found


@add_completion_class
class _Bash(_WholeWords, BashComplete):
    """Bash reads `level=ea` as three words, and completes the third one."""

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        self._head = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before, and the one to complete, with their `=` in them."""
        before, incomplete = super().get_completion_args()
        words: list[str] = []
        for word in [*before, incomplete]:
            is_value = word == "=" or bool(words and words[-1].endswith("="))
            words[-1:] = [words[-1] + word] if words and is_value else [*words[-1:], word]
        *args, whole = words
        self._head = whole.removesuffix(incomplete.removeprefix("="))
        return args, whole

    def format_completion(self, item: CompletionItem) -> str:
        """A word without what stands before the last `=`."""
        return f"{item.type},{item.value.removeprefix(self._head)}"


@add_completion_class
class _Zsh(_WholeWords, ZshComplete):
    """zsh completes whole words."""


@add_completion_class
class _Fish(_WholeWords, FishComplete):
    """So does fish."""


_SHELLS: dict[str, type[ShellComplete]] = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}


@click.command()
@click.argument("shell", type=click.Choice(list(_SHELLS)), metavar="SHELL")
def completion(shell: str) -> None:
    """Print the script that completes commands, options, variants and levels.

    SHELL is bash, zsh or fish. Where the script goes:

    \b
    bash: ~/.local/share/bash-completion/completions/tilefish
    zsh:  _tilefish in a folder of $fpath
    fish: ~/.config/fish/completions/tilefish.fish

    To try it in bash or zsh: eval "$(tilefish completion bash)".
    """
    click.echo(_SHELLS[shell](main, {}, _PROGRAM, COMPLETION_VARIABLE).source())
