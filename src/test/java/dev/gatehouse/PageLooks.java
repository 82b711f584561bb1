package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/**
 * Checks how pages look: nothing is wider than the window, and axe-core finds no violation. Layout
 * depends on the width and colors on the theme, so not every width is checked in both themes.
 * Stores a screenshot of each fault, and of everything with {@code -Dscreenshots}.
 */
final class PageLooks {
  private static final Path AXE =
      Path.of("target/console/checkers/node_modules/axe-core/axe.min.js");
  private static final Path SCREENSHOTS = Path.of("target/screenshots");
  private static final int HEIGHT = 900;

  private static final String ALL = "{}";
  private static final String COLORS = "{runOnly: ['color-contrast']}";
  private static final String LAYOUT =
      "{runOnly: ['aria-hidden-focus', 'button-name', 'label', 'landmark-unique', 'link-name', 'nested-interactive',"
          + " 'region', 'scrollable-region-focusable', 'summary-name']}";
  private static final String NONE = "null";

  /** Window width, the system's preferred color scheme, and the options of axe-core. */
  private record View(int width, String theme, String rules) {}

  private static final List<View> VIEWS =
      List.of(
          new View(360, "light", LAYOUT),
          new View(768, "light", NONE),
          new View(1440, "light", ALL),
          new View(1440, "dark", COLORS),
          new View(2560, "light", NONE));

  /**
   * Colors of what only phones show, such as the bottom navigation. It is the same on all pages.
   */
  private static final List<View> FIRST =
      List.of(new View(360, "light", COLORS), new View(360, "dark", COLORS));

  private final Browser browser;
  private final String more;
  private boolean first = true;
  private final List<String> faults = new ArrayList<>();

  /**
   * @param more statements that add the faults of a kind of pages to {@code faults}
   */
  PageLooks(Browser browser, String more) {
    this.browser = browser;
    this.more = more;
  }

  /** Downloads axe-core, or skips the tests if npm is not installed. */
  static void install() throws Exception {
    assumeTrue(Ran.of("scripts/console", "install").exit() == 0, "npm is not installed");
  }

  /** Defines axe-core in the page. */
  void load() throws IOException {
    browser.run(Files.readString(AXE) + "; window.axe = axe;");
  }

  /** Checks the open page in each view. */
  void check(String page) throws IOException {
    List<View> views = new ArrayList<>(VIEWS);
    if (first) {
      first = false;
      views.addAll(FIRST);
    }
    for (View view : views) {
      browser.view(view.width, HEIGHT, view.theme);
      List<?> found =
          browser
              .run(
                  """
                  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
                  await until('its colors', () => !document.getAnimations().some(one => one instanceof CSSTransition));
                  const faults = [];
                  const rules = %s;
                  if (rules) {
                    const {violations} = await axe.run(document, {resultTypes: ['violations'], preload: false, ...rules});
                    faults.push(...violations.map(rule => `${rule.id}: ${rule.nodes.map(node => node.html).slice(0, 3).join(' ')}`));
                  }
                  const {scrollWidth, clientWidth} = document.documentElement;
                  if (scrollWidth > clientWidth) faults.push(`${scrollWidth} pixels wide`);
                  %s
                  return {faults};
                  """
                      .formatted(view.rules, more))
              .getJsonArray("faults")
              .getList();
      String place = page.replaceAll("\\W+", "-") + '-' + view.width + '-' + view.theme;
      found.forEach(fault -> faults.add(place + ": " + fault));
      if (!found.isEmpty() || System.getProperty("screenshots") != null) {
        browser.screenshot(SCREENSHOTS.resolve(place + ".png"));
      }
    }
  }

  /** Returns the faults of all checked pages, one per line. */
  String faults() {
    return String.join("\n", faults);
  }
}
