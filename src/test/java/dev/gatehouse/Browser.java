package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * A visitor's browser: a separate context of the JVM's Chromium, with its own storage, cookies,
 * cache, permissions and tabs. Nothing of it reaches another test class.
 */
final class Browser implements EnginePage {
  private static final int MAX_PUSHES = 10;

  /** Keeps a timer that no test replaces. */
  private static final String TIMER = "const gatehouseTimer = setTimeout.bind(window);";

  private final Chromium chromium;
  private final String context;
  private final List<BrowserTab> tabs = new ArrayList<>();
  private BrowserTab tab;

  private Browser(Chromium chromium) throws IOException {
    this.chromium = chromium;
    this.context =
        chromium
            .send("Target.createBrowserContext", new JsonObject())
            .getString("browserContextId");
    JsonObject wanted =
        new JsonObject()
            .put("url", "about:blank")
            .put("browserContextId", context)
            .put("newWindow", true)
            .put("width", 1200)
            .put("height", 1000);
    turnTo(attach(chromium.send("Target.createTarget", wanted).getString("targetId")));
  }

  /** Opens a context with one tab, whose pages have a locale. */
  static Browser start(String locale) throws IOException {
    Browser started = start();
    if (!locale.isEmpty()) {
      started.devTools("Emulation.setLocaleOverride", JsonObject.of("locale", locale));
    }
    return started;
  }

  static boolean installed() {
    return Chromium.installed();
  }

  /** Opens a fresh context with one empty tab. */
  static Browser start() throws IOException {
    return new Browser(Chromium.shared());
  }

  /** Opens a fresh context whose pages can show notifications. Skips the test without one. */
  static Browser startThatNotifies() throws IOException {
    assumeTrue(Chromium.notifies(), "Chromium with notifications is not installed");
    return new Browser(Chromium.sharedThatNotifies());
  }

  /**
   * Closes all tabs but the first, and ends what was set for it: its view, scripts, blocked
   * addresses and records. Storage and permissions remain.
   */
  void reset() throws IOException {
    BrowserTab first = tabs.getFirst();
    for (String target : targets()) {
      if (!target.equals(first.target())) {
        // A tab that is already closing may still be listed.
        chromium.post(null, "Target.closeTarget", JsonObject.of("targetId", target));
      }
    }
    for (BrowserTab one : tabs) {
      one.detach();
    }
    tabs.clear();
    turnTo(attach(first.target()));
  }

  /** Returns the IDs of all tabs. */
  List<String> targets() throws IOException {
    return chromium.send("Target.getTargets", new JsonObject()).getJsonArray("targetInfos").stream()
        .map(JsonObject.class::cast)
        .filter(one -> one.getString("type").equals("page"))
        .filter(one -> context.equals(one.getString("browserContextId")))
        .map(one -> one.getString("targetId"))
        .toList();
  }

  BrowserTab attach(String target) throws IOException {
    BrowserTab opened = new BrowserTab(chromium, target);
    opened.beforeEachPage(TIMER);
    tabs.add(opened);
    return opened;
  }

  /** Returns the tab to which commands apply. */
  BrowserTab tab() {
    return tab;
  }

  void turnTo(BrowserTab other) {
    tab = other;
  }

  @Override
  public void open(String url) throws IOException {
    tab.open(url);
  }

  /** Runs a script before any other script of every page opened from now on. */
  void beforeEachPage(String script) throws IOException {
    tab.beforeEachPage(script);
  }

  /** Sets the window's size in CSS pixels and the system's preferred color scheme. */
  void view(int width, int height, String theme) throws IOException {
    devTools(
        "Emulation.setDeviceMetricsOverride",
        JsonObject.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    JsonArray wishes =
        JsonArray.of(
            wish("prefers-color-scheme", theme),
            // Otherwise a new theme's colors fade in, and have insufficient contrast for a while.
            wish("prefers-reduced-motion", "reduce"));
    devTools("Emulation.setEmulatedMedia", JsonObject.of("features", wishes));
  }

  private static JsonObject wish(String feature, String value) {
    return JsonObject.of("name", feature, "value", value);
  }

  /** Returns the page's accessibility tree as a screen reader sees it, without ignored nodes. */
  List<JsonObject> heard() throws IOException {
    JsonObject tree = devTools("Accessibility.getFullAXTree", new JsonObject());
    return tree.getJsonArray("nodes").stream()
        .map(JsonObject.class::cast)
        .filter(node -> !node.getBoolean("ignored"))
        .toList();
  }

  /** Returns the numbers of documents, nodes and event listeners after a garbage collection. */
  JsonObject counters() throws IOException {
    devTools("HeapProfiler.collectGarbage", new JsonObject());
    return devTools("Memory.getDOMCounters", new JsonObject());
  }

  /** Grants pages of an origin the permission to show notifications. */
  void allowNotifications(String origin) throws IOException {
    chromium.send(
        "Browser.grantPermissions",
        new JsonObject()
            .put("browserContextId", context)
            .put("origin", origin)
            .put("permissions", JsonArray.of("notifications")));
  }

  /** Adds a device that holds passkeys, and whose user always agrees. */
  void addAuthenticator() throws IOException {
    devTools("WebAuthn.enable", new JsonObject());
    JsonObject device =
        new JsonObject()
            .put("protocol", "ctap2")
            .put("transport", "internal")
            .put("hasResidentKey", true)
            .put("hasUserVerification", true)
            .put("isUserVerified", true);
    devTools("WebAuthn.addVirtualAuthenticator", JsonObject.of("options", device));
  }

  /**
   * Sends the browser's first service worker a push message, like a push service, until it shows a
   * notification. Messages that arrive before the worker has the permission are lost.
   *
   * @return the title and the body of the notification; empty if none is shown
   */
  JsonObject pushUntilShown(String origin, String data) throws IOException {
    JsonObject notification = new JsonObject();
    for (int times = 0; notification.isEmpty() && times < MAX_PUSHES; times++) {
      push(origin, data);
      notification =
          run(
              """
              const [worker] = await navigator.serviceWorker.getRegistrations();
              let shown = [];
              for (const end = Date.now() + 2000; !shown.length && Date.now() < end;) {
                shown = await worker.getNotifications();
                await new Promise(r => gatehouseTimer(r, 20));
              }
              return shown.length ? {title: shown[0].title, body: shown[0].body} : {};
              """);
    }
    return notification;
  }

  private void push(String origin, String data) throws IOException {
    devTools("ServiceWorker.enable", new JsonObject());
    devTools(
        "ServiceWorker.deliverPushMessage",
        JsonObject.of("origin", origin, "registrationId", "0", "data", data));
  }

  /**
   * Blocks pages from loading these addresses, in which a star is a wildcard. No address unblocks
   * all.
   */
  void block(String... addresses) throws IOException {
    devTools("Network.enable", new JsonObject());
    devTools("Network.setBlockedURLs", JsonObject.of("urls", new JsonArray(List.of(addresses))));
  }

  JsonObject devTools(String command, JsonObject parameters) throws IOException {
    return tab.send(command, parameters);
  }

  /**
   * Runs the body of an async function in the loaded page and returns its result. An exception
   * fails the test.
   *
   * @param arguments its {@code args}
   */
  @Override
  public JsonObject run(String body, Object... arguments) throws IOException {
    String script = EnginePage.script(body, arguments);
    JsonObject evaluated =
        devTools(
            "Runtime.evaluate",
            JsonObject.of("expression", script, "awaitPromise", true, "returnByValue", true));
    if (evaluated.containsKey("exceptionDetails")) {
      JsonObject problem = evaluated.getJsonObject("exceptionDetails");
      throw new AssertionError(
          problem.getJsonObject("exception", problem).getString("description", problem.encode()));
    }
    return evaluated.getJsonObject("result").getJsonObject("value");
  }

  /** Returns the page's new console messages since the last call, including network errors. */
  List<String> console() {
    return tab.console();
  }

  /** Returns the violations of a content security policy in all tabs since the last call. */
  List<String> violations() {
    return tabs.stream().flatMap(one -> one.violations().stream()).toList();
  }

  /** Records network events from now on, and forgets earlier ones. */
  void recordNetwork() throws IOException {
    tab.forgetNetwork();
    devTools("Network.enable", new JsonObject());
  }

  /** Returns the parameters of the recorded network events of a kind. */
  List<JsonObject> network(String event) {
    return tab.network(event);
  }

  void screenshot(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    JsonObject picture = devTools("Page.captureScreenshot", new JsonObject());
    Files.write(file, Base64.getDecoder().decode(picture.getString("data")));
  }

  @Override
  public void close() throws IOException {
    chromium.send("Target.disposeBrowserContext", JsonObject.of("browserContextId", context));
  }
}
