"""`judge manual` and `judge docs`: the commands that players mail, and the manuals and recipes of this version."""

from __future__ import annotations

import click

from judge.commands.everybody.help import manual as page
from judge.resources import deploy_dir, docs_dir


@click.command()
def manual() -> None:
    """Print the manual of all mail commands, as Markdown."""
    click.echo(page(), nl=False)


@click.command()
@click.argument("name", default="")
def docs(name: str) -> None:
    """Print a manual or a recipe for hosts, such as hosts or deploy/systemd/judge.service. Without NAME: list them all.

    The recipes are files to be copied; the list ends with the folder where they lie.
    """
    recipes = deploy_dir()
    files = {path.relative_to(docs_dir()).with_suffix("").as_posix(): path for path in docs_dir().rglob("*.md")}
    files |= {f"deploy/{path.relative_to(recipes).as_posix()}": path for path in recipes.rglob("*") if path.is_file()}
    if not name:
        click.echo("\n".join(sorted(files)))
        click.echo(f"The recipes lie in {recipes}.", err=True)
        return
    if name not in files:
        raise click.UsageError(f"there is no {name!r}; `judge docs` lists what there is")
    click.echo(files[name].read_text(encoding="utf-8"), nl=False)
