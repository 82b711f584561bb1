package dev.gatehouse;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Two tabs of a browser. The second has taken over the session of the first. */
final class BrowserTabs {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Browser browser;
  private final String first;
  private final String second;

  private BrowserTabs(Browser browser, String first, String second) {
    this.browser = browser;
    this.first = first;
    this.second = second;
  }

  /** Opens the tab's page in a second tab, like a browser's "duplicate", and switches to it. */
  static BrowserTabs duplicate(Browser browser) throws Exception {
    String first = (String) browser.get("/window");
    browser.run("open(location.href); return {};");
    Waiting.until(PATIENCE, () -> others(browser, first).size() == 1);
    BrowserTabs tabs = new BrowserTabs(browser, first, others(browser, first).getFirst());
    tabs.second();
    return tabs;
  }

  private static List<String> others(Browser browser, String first) throws IOException {
    return ((JsonArray) browser.get("/window/handles"))
        .stream().map(String.class::cast).filter(tab -> !tab.equals(first)).toList();
  }

  /** Switches to the first tab. Subsequent commands apply to it. */
  void first() throws IOException {
    turnTo(first);
  }

  void second() throws IOException {
    turnTo(second);
  }

  private void turnTo(String tab) throws IOException {
    browser.command("/window", new JsonObject().put("handle", tab));
  }

  /** Closes the second tab, and switches to the first. */
  void closeSecond() throws Exception {
    second();
    browser.run("setTimeout(close); return {};");
    first();
    Waiting.until(PATIENCE, () -> others(browser, first).isEmpty());
  }
}
