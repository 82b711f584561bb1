"""Corrects the HTML of the generator, for the HTML standard and for screen readers: finish.py SITE."""

import pathlib
import re
import sys

SCRIPT = """// Wide tables and code scroll, also with the keyboard. The theme changes both when a page is shown.
const improve = () => {
  document.querySelectorAll('.md-typeset__scrollwrap, .md-typeset pre > code').forEach(each => { if (each.tabIndex < 0) each.tabIndex = 0; });
  document.querySelectorAll('.md-code__nav:not([aria-label])').forEach((each, i) => { each.ariaLabel = `Code block ${i + 1}`; });
};
addEventListener('DOMContentLoaded', () => {
  improve();
  new MutationObserver(improve).observe(document.body, {childList: true, subtree: true, attributeFilter: ['tabindex']});
});
"""
COLORS = "variable operator punctuation comment generic"
STYLE = ".md-typeset :is(p, li, td) a:not(.headerlink) { text-decoration: underline }\n" + "".join(
    f"[data-md-color-scheme={scheme}] {{ " + "; ".join(f"--md-code-hl-{name}-color: {color}" for name in COLORS.split()) + " }\n"
    for scheme, color in (("default", "#4b5563"), ("slate", "#b6bfcc")))

site = pathlib.Path(sys.argv[1])
(site / "assets/site.js").write_text(SCRIPT)
(site / "assets/site.css").write_text(STYLE)
for file in site.rglob("*.html"):
    html = file.read_text()
    root = "/" if file.name == "404.html" else "../" * (len(file.relative_to(site).parts) - 1)
    title = re.search(r"<title>(.*?)</title>", html, re.S).group(1)
    html = html.replace(' type="checkbox" id="__drawer" autocomplete="off"', ' type="checkbox" id="__drawer"')
    html = html.replace(' type="checkbox" id="__search" autocomplete="off"', ' type="checkbox" id="__search"')
    html = html.replace(' autocorrect="off"', "").replace(' role="dialog"', ' role="dialog" aria-label="Search"')
    html = re.sub(r'<img src="([^"]*)" width="(\d+%)"', r'<img src="\1" style="width:\2"', html)
    html = html.replace("<th></th>", "<td></td>").replace("<pre><span></span><code>", '<pre><span></span><code tabindex="0">')
    if 'id="__toc"' not in html:
        html = html.replace(' for="__toc"', "")
    if 'name="description"' not in html:
        html = html.replace("<head>", f'<head><meta name="description" content="{title}: documentation of Gatehouse">', 1)
    html = html.replace("</head>", f'<link rel="alternate" type="application/atom+xml" title="Releases" href="{root}releases.atom"><link rel="stylesheet" href="{root}assets/site.css"><script src="{root}assets/site.js" defer></script></head>', 1)
    file.write_text(html)
