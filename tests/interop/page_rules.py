"""What Lighthouse asks of a page and needs no network for: nothing moves while it loads, images have their sizes and
their shape, letters are large enough, the page is not too large; and all of it can be done with the keys alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Browser, Page

from tests.interop.chromium import opened

MOST_SHIFT = 0.02
"""Of the screen. Lighthouse finds 0.1 good."""
LEAST_LETTER = 12
"""CSS pixels."""
MOST_KILOBYTES, MOST_ELEMENTS = 1_600, 12_000
"""Of a page with all that it shows at once, as Lighthouse wants it; and of its elements. Those of whole games are
large, and flat: how many of their maps come at once, the browser decides.
"""
DEEPEST = 32
TABS = 45

LOOK = """async (least) => {
  const shift = await new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((each) => (sum += each.value)))
      .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 50);
  });
  const said = [];
  for (const image of document.images) {
    const sized = image.hasAttribute("width") && image.hasAttribute("height");
    if (!sized) said.push(`an image without a size: ${image.src}`);
    const box = image.getBoundingClientRect();
    if (image.naturalWidth && box.width) {
      const style = getComputedStyle(image);
      const edge = parseFloat(style.borderLeftWidth) * 2;
      const shown = (box.width - edge) / (box.height - edge);
      const off = Math.abs(shown / (image.naturalWidth / image.naturalHeight) - 1);
      if (off > 0.04) said.push(`an image out of shape: ${image.src}`);
    }
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  while (words.nextNode()) {
    const holder = words.currentNode.parentElement;
    if (words.currentNode.data.trim() && holder.checkVisibility() && !holder.closest("svg, script, template"))
      if (parseFloat(getComputedStyle(holder).fontSize) < least) small.add(holder.tagName.toLowerCase());
  }
  if (small.size) said.push(`letters too small in ${[...small]}`);
  const depth = (element) => 1 + Math.max(0, ...[...element.children].map(depth));
  const loaded = [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")];
  return {
    shift, said,
    kilobytes: loaded.reduce((sum, each) => sum + each.decodedBodySize, 0) / 1000,
    elements: document.querySelectorAll("*").length,
    depth: depth(document.body),
    description: document.querySelector("meta[name=description]")?.content || "",
    skips: document.querySelector("a.skip")?.getAttribute("href") === "#main",
  };
}"""

FOCUS = """() => {
  const now = document.activeElement;
  if (!now || now === document.body) return null;
  const box = now.getBoundingClientRect();
  const style = getComputedStyle(now);
  now.dataset.seen = (Number(now.dataset.seen) || 0) + 1;
  return {
    times: Number(now.dataset.seen),
    first: now.matches("a.skip"),
    what: `${now.tagName} ${(now.textContent || now.getAttribute("aria-label") || "").trim().slice(0, 30)}`,
    marked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}"""


def broken(page: Page) -> Iterator[str]:
    """What is wrong with the page that is open on a screen."""
    found = page.evaluate(LOOK, LEAST_LETTER)
    yield from found["said"]
    if found["shift"] > MOST_SHIFT:
        yield f"moves by {found['shift']:.3f} of the screen while it loads"
    if found["kilobytes"] > MOST_KILOBYTES:
        yield f"has {found['kilobytes']:.0f} kB"
    if found["elements"] > MOST_ELEMENTS or found["depth"] > DEEPEST:
        yield f"has {found['elements']} elements, {found['depth']} within each other"
    if not 20 <= len(found["description"]) <= 300:
        yield f"has a description of {len(found['description'])} characters"
    if not found["skips"]:
        yield "has no link to its text"


def by_key(browser: Browser, base: str, paths: list[str]) -> Iterator[str]:
    """With Tab alone one comes to every part of these pages, sees where one is, and is caught nowhere."""
    page = opened(browser, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    for path in paths:
        page.goto(f"{base}/{path}", wait_until="load")
        for _ in range(TABS):
            page.keyboard.press("Tab")
            at = page.evaluate(FOCUS)
            if at is None or (at["first"] and at["times"] > 1):
                break  # through the whole page
            if at["times"] > 1:
                yield f"{path} (keys): {at['what']!r} takes the keys twice"
                break
            if not at["marked"]:
                yield f"{path} (keys): nothing shows that {at['what']!r} has the keys"
            if not at["seen"]:
                yield f"{path} (keys): {at['what']!r} has the keys and is not to be seen"
    page.close()
