package dev.gatehouse;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium, driven over the WebDriver protocol by the system's chromedriver. */
final class Browser implements AutoCloseable {
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int MAX_PUSHES = 10;
  private static final int MAX_STARTS = 5;
  private static final JsonArray ARGUMENTS =
      JsonArray.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--autoplay-policy=no-user-gesture-required",
          "--window-size=1200,1600");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final Path profile;
  private final String base;

  private Browser(Process driver, Path profile, int port) throws IOException {
    this.driver = driver;
    this.profile = profile;
    JsonArray arguments = ARGUMENTS.copy().add("--user-data-dir=" + profile);
    JsonObject wanted =
        new JsonObject()
            .put("browserName", "chrome")
            .put("timeouts", new JsonObject().put("script", TIMEOUT.toMillis()))
            .put("goog:chromeOptions", new JsonObject().put("args", arguments))
            .put(
                "goog:loggingPrefs",
                new JsonObject().put("browser", "ALL").put("performance", "ALL"));
    String server = "http://127.0.0.1:" + port + "/session";
    JsonObject capabilities = new JsonObject().put("alwaysMatch", wanted);
    JsonObject session =
        (JsonObject) post(server, new JsonObject().put("capabilities", capabilities));
    this.base = server + "/" + session.getString("sessionId");
  }

  static boolean installed() {
    return Files.isExecutable(DRIVER);
  }

  /**
   * Starts a browser. Its driver listens on the same port of IPv4 and IPv6, and exits if either is
   * in use. The start is then retried on another port.
   */
  static Browser start() throws IOException {
    var said = new StringJoiner("\n");
    for (int starts = 0; starts < MAX_STARTS; starts++) {
      int port = FreePort.next();
      Process driver =
          new ProcessBuilder(DRIVER.toString(), "--port=" + port).redirectErrorStream(true).start();
      try {
        if (listens(driver, said)) {
          return new Browser(driver, Files.createTempDirectory("gatehouse-browser"), port);
        }
      } catch (IOException | RuntimeException | AssertionError e) {
        driver.destroy();
        throw e;
      }
    }
    throw new IOException("chromedriver finds no port: " + said);
  }

  private static boolean listens(Process driver, StringJoiner said) throws IOException {
    BufferedReader lines = driver.inputReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      said.add(line);
      if (line.contains("started successfully on port")) {
        return true;
      }
    }
    return false;
  }

  void open(String url) throws IOException {
    post(base + "/url", new JsonObject().put("url", url));
  }

  /** Runs a script before any other script of every page opened from now on. */
  void beforeEachPage(String script) throws IOException {
    devTools("Page.addScriptToEvaluateOnNewDocument", new JsonObject().put("source", script));
  }

  /** Sets the window's size in CSS pixels and the system's preferred color scheme. */
  void view(int width, int height, String theme) throws IOException {
    devTools(
        "Emulation.setDeviceMetricsOverride",
        new JsonObject()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
    JsonArray wishes =
        JsonArray.of(
            wish("prefers-color-scheme", theme),
            // Otherwise a new theme's colors fade in, and have insufficient contrast for a while.
            wish("prefers-reduced-motion", "reduce"));
    devTools("Emulation.setEmulatedMedia", new JsonObject().put("features", wishes));
  }

  private static JsonObject wish(String feature, String value) {
    return new JsonObject().put("name", feature).put("value", value);
  }

  /** Returns the page's accessibility tree as a screen reader sees it, without ignored nodes. */
  List<JsonObject> heard() throws IOException {
    JsonObject tree = (JsonObject) devTools("Accessibility.getFullAXTree", new JsonObject());
    return tree.getJsonArray("nodes").stream()
        .map(JsonObject.class::cast)
        .filter(node -> !node.getBoolean("ignored"))
        .toList();
  }

  /** Returns the numbers of documents, nodes and event listeners after a garbage collection. */
  JsonObject counters() throws IOException {
    devTools("HeapProfiler.collectGarbage", new JsonObject());
    return (JsonObject) devTools("Memory.getDOMCounters", new JsonObject());
  }

  /** Grants pages of an origin the permission to show notifications. */
  void allowNotifications(String origin) throws IOException {
    devTools(
        "Browser.grantPermissions",
        new JsonObject().put("origin", origin).put("permissions", JsonArray.of("notifications")));
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
                await new Promise(r => setTimeout(r, 20));
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
        new JsonObject().put("origin", origin).put("registrationId", "0").put("data", data));
  }

  /**
   * Blocks pages from loading these addresses, in which a star is a wildcard. No address unblocks
   * all.
   */
  void block(String... addresses) throws IOException {
    devTools("Network.enable", new JsonObject());
    devTools(
        "Network.setBlockedURLs", new JsonObject().put("urls", new JsonArray(List.of(addresses))));
  }

  private Object devTools(String command, JsonObject parameters) throws IOException {
    return post(
        base + "/goog/cdp/execute", new JsonObject().put("cmd", command).put("params", parameters));
  }

  /**
   * Runs the body of an async function and returns its result. An exception fails the test.
   *
   * @param arguments its {@code args}
   */
  JsonObject run(String body, Object... arguments) throws IOException {
    String script =
        """
        const done = arguments[arguments.length - 1];
        const args = [...arguments].slice(0, -1);
        const until = async (what, holds) => {
          for (const end = Date.now() + 30000; !holds(); await new Promise(r => setTimeout(r, 20))) {
            if (Date.now() > end) throw new Error('waited in vain: ' + (typeof what === 'function' ? what() : what));
          }
        };
        (async () => { %s })().then(
          value => done({value}), problem => done({problem: String(problem)}));
        """
            .formatted(body);
    JsonObject result =
        (JsonObject)
            post(
                base + "/execute/async",
                new JsonObject().put("script", script).put("args", JsonArray.of(arguments)));
    if (result.containsKey("problem")) {
      throw new AssertionError(result.getString("problem"));
    }
    return result.getJsonObject("value");
  }

  /** Returns the page's new console messages since the last call, including network errors. */
  List<String> console() throws IOException {
    return log("browser").map(entry -> entry.getString("message")).toList();
  }

  /** Returns the parameters of DevTools' new network events of a kind since the last call. */
  List<JsonObject> network(String event) throws IOException {
    return log("performance")
        .map(entry -> new JsonObject(entry.getString("message")).getJsonObject("message"))
        .filter(message -> message.getString("method").equals("Network." + event))
        .map(message -> message.getJsonObject("params"))
        .toList();
  }

  void screenshot(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode((String) get("/screenshot")));
  }

  private Stream<JsonObject> log(String type) throws IOException {
    return ((JsonArray) post(base + "/se/log", new JsonObject().put("type", type)))
        .stream().map(JsonObject.class::cast);
  }

  /** Sends a WebDriver command that only reads. */
  Object get(String command) throws IOException {
    return send(HttpRequest.newBuilder(URI.create(base + command)).build());
  }

  /** Sends a WebDriver command. */
  Object command(String command, JsonObject body) throws IOException {
    return post(base + command, body);
  }

  private Object post(String url, JsonObject body) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(url))
            .timeout(TIMEOUT.plusSeconds(10))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.encode()))
            .build());
  }

  private Object send(HttpRequest request) throws IOException {
    try {
      var reply = http.send(request, BodyHandlers.ofString());
      if (reply.statusCode() != 200) {
        throw new AssertionError(request.uri() + ": " + reply.body());
      }
      return new JsonObject(reply.body()).getValue("value");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    send(HttpRequest.newBuilder(URI.create(base)).DELETE().build());
    driver.destroy();
    try {
      if (!driver.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        driver.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    TestNode.deleteTree(profile);
  }
}
