"""Copies the documents for the generator, and writes its configuration: prepare.py REPOSITORY TARGET.

Links between documents stay links. Links to files that are not part of the site become plain text.
"""

import html
import pathlib
import re
import shutil
import sys

repository, target = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
documents = repository / "src/docs"
source = target / "pages"
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"(```.*?```)", re.S)
IMAGE = re.compile(r'src="([^"]+)"')
HEADING = re.compile(r"^## (.+)$", re.M)


def place(file):
    """Returns where a file of the repository is in the site, or None."""
    if file == repository / "README.md":
        return source / "readme.md"
    if file.is_relative_to(documents) and file.is_file():
        return source / file.relative_to(documents)
    return None


def relative(to, page):
    return pathlib.Path(*[".."] * len(page.parent.relative_to(source).parts), to.relative_to(source)).as_posix()


def rewritten(text, file):
    page = place(file)

    def link(match):
        label, address = match.groups()
        if re.match(r"(https?|mailto):|#", address):
            return match.group()
        path, _, anchor = address.partition("#")
        found = (file.parent / path).resolve()
        to = place(found) or place(found / "README.md")
        return f"[{label}]({relative(to, page)}{'#' + anchor if anchor else ''})" if to else label

    def image(match):
        to = place((file.parent / match.group(1)).resolve())
        # The generator serves page.md as page/, one folder deeper.
        deeper = "" if page.name in ("README.md", "index.md") else "../"
        return f'src="{deeper}{relative(to, page)}"' if to else match.group()

    parts = FENCE.split(text)
    parts[::2] = [IMAGE.sub(image, LINK.sub(link, part)) for part in parts[::2]]
    return "".join(parts)


def title(page):
    return next(line[2:] for line in page.read_text().splitlines() if line.startswith("# "))


shutil.rmtree(source, ignore_errors=True)
files = [repository / "README.md", *sorted(documents.rglob("*"))]
for file in (each for each in files if each.is_file()):
    to = place(file)
    to.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".md":
        to.write_text(rewritten(file.read_text(), file))
    else:
        shutil.copyfile(file, to)

listed = set()
sections = []
parts = HEADING.split((source / "README.md").read_text())
for name, text in zip(parts[1::2], parts[2::2]):
    pages = [address.partition("#")[0] for _, address in LINK.findall(text)]
    pages = [page for page in dict.fromkeys(pages) if page.endswith(".md") and page not in listed]
    listed.update(pages)
    sections.append((name, pages))
for name, folder in (("API", "reference/api"), ("Formats", "formats"), ("Decisions", "decisions")):
    pages = sorted(page.relative_to(source).as_posix() for page in (source / folder).glob("*.md"))
    sections.append((name, [page for page in pages if page not in listed]))

configuration = (pathlib.Path(__file__).parent / "mkdocs.yaml").read_text()
lines = ["", "nav:", "  - README.md"]
for name, pages in sections:
    lines.append(f"  - {name!r}:")
    lines += [f"      - {title(source / page)!r}: {page}" for page in pages]
(target / "mkdocs.yaml").write_text(configuration + "\n".join(lines) + "\n")


def feed(changelog):
    """Returns an Atom feed of the releases. Its addresses are relative, because the site's own is not known."""
    parts = re.split(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", changelog, flags=re.M)
    entries = []
    for version, date, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        counts = re.split(r"^### (.+)$", text, flags=re.M)
        summary = ", ".join(f"{name}: {len(re.findall(r'^- ', items, re.M))}" for name, items in zip(counts[1::2], counts[2::2]))
        security = re.search(r"^### Security$(.*?)(?=^### |\Z)", text, re.M | re.S)
        anchor = re.sub(r"[^\w -]", "", f"{version} ({date})").replace(" ", "-")
        entries.append(
            f"<entry><title>Gatehouse {version}</title><id>urn:gatehouse:release:{version}</id><updated>{date}T00:00:00Z</updated>"
            f'<link href="changelog/#{anchor}"/><summary>{html.escape(summary)}</summary>'
            + (f"<content>{html.escape(security.group(1).strip())}</content>" if security else "") + "</entry>")
    newest = parts[2]
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Releases of Gatehouse</title>'
        f"<id>urn:gatehouse:releases</id><updated>{newest}T00:00:00Z</updated><author><name>Gatehouse</name></author>"
        '<link rel="self" href="releases.atom"/><link href="changelog/"/>\n' + "\n".join(entries) + "\n</feed>\n")


(source / "releases.atom").write_text(feed((documents / "changelog.md").read_text()))
