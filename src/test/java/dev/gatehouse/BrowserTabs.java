package dev.gatehouse;

import java.time.Duration;
import java.util.List;

/** Two tabs of a browser. The second has taken over the session of the first. */
final class BrowserTabs {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Browser browser;
  private final BrowserTab first;
  private final BrowserTab second;

  private BrowserTabs(Browser browser, BrowserTab first, BrowserTab second) {
    this.browser = browser;
    this.first = first;
    this.second = second;
  }

  /** Opens the tab's page in a second tab, like a browser's "duplicate", and switches to it. */
  static BrowserTabs duplicate(Browser browser) throws Exception {
    List<String> before = browser.targets();
    browser.run("open(location.href);");
    Waiting.until(PATIENCE, () -> !before.containsAll(browser.targets()));
    String opened =
        browser.targets().stream().filter(one -> !before.contains(one)).findFirst().orElseThrow();
    BrowserTabs tabs = new BrowserTabs(browser, browser.tab(), browser.attach(opened));
    tabs.second();
    return tabs;
  }

  /** Switches to the first tab. Subsequent commands apply to it. */
  void first() {
    browser.turnTo(first);
  }

  void second() {
    browser.turnTo(second);
  }
}
