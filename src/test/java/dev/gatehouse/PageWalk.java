package dev.gatehouse;

import module java.base;

/** A visitor's steps from page to page, by visible texts. Each step waits for the next page. */
final class PageWalk {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Supplier<? extends EnginePage> browser;

  PageWalk(Supplier<? extends EnginePage> browser) {
    this.browser = browser;
  }

  void open(String url) throws IOException {
    browser.get().open(url);
  }

  /** Opens the link with a text or label. */
  void follow(String words) throws IOException {
    open(link(words));
  }

  String link(String words) throws IOException {
    return browser
        .get()
        .run(
            """
            const link = [...document.links].find(one => one.textContent.includes(args[0])
              || (one.getAttribute('aria-label') ?? '').includes(args[0]));
            if (!link) throw new Error(`no link ${args[0]} in ${document.body.innerText}`);
            return {href: link.href};
            """,
            words)
        .getString("href");
  }

  /** Presses the button with a text. */
  void press(String button) throws Exception {
    leave(
        """
        const target = [...document.querySelectorAll('button')].find(one => one.textContent === args[0]);
        """,
        button);
  }

  /** Clicks the first element that matches a selector. */
  void click(String selector) throws Exception {
    leave("const target = document.querySelector(args[0]);", selector);
  }

  /** The click is a separate task, because the page may unload before a script returns. */
  private void leave(String find, String what) throws Exception {
    browser
        .get()
        .run(
            find
                + """
                if (!target) throw new Error(`no ${args[0]} in ${document.body.innerText}`);
                window.left = true;
                gatehouseTimer(() => target.click());
                """,
            what);
    waitFor("!window.left");
  }

  /** Waits until a condition is true in a loaded page. */
  void waitFor(String condition) throws Exception {
    Waiting.until(
        PATIENCE,
        () -> {
          try {
            return browser
                .get()
                .run("return {holds: Boolean(" + condition + ")};")
                .getBoolean("holds");
          } catch (AssertionError betweenTwoPages) {
            return false;
          }
        });
  }

  /** Returns the visible text of the first element that matches a selector. */
  String text(String selector) throws IOException {
    return browser
        .get()
        .run("return {text: document.querySelector(args[0]).innerText};", selector)
        .getString("text");
  }

  void fillInAddress() throws IOException {
    browser
        .get()
        .run(
            """
            const fill = (label, value) => {
              [...document.querySelectorAll('label')].find(one => one.textContent.includes(label)).control.value = value;
            };
            fill('Name', 'Ada Lovelace');
            fill('Email', 'ada@example.org');
            fill('Street', '1 Some Street');
            fill('Postcode', '10115');
            fill('City', 'Some City');
            """);
  }
}
