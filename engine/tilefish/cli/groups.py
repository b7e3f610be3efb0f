"""Commands that hold others."""

from __future__ import annotations

import click


class HintingGroup(click.Group):
    """A group that suggests the nearest command for an unknown name."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command that the words begin with."""
        name = args[0]
        names = self.list_commands(ctx)
        if name not in names and not name.startswith("-") and not ctx.resilient_parsing:
            from tilefish.rules.errors import nearest
            from tilefish.rules.messages import quote

            hint = nearest(name.lower(), names)
            raise click.UsageError(f"there is no command {quote(name)}{hint}", ctx)
        return super().resolve_command(ctx, args)
