package dev.gatehouse;

import module java.base;
import module java.net.http;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A page in a headless Firefox, driven over WebDriver BiDi. Needs Debian's firefox-esr. */
final class FirefoxPage implements EnginePage {
  private static final Path PROGRAM = Path.of("/usr/bin/firefox-esr");
  private static final Pattern LISTENING =
      Pattern.compile(".*WebDriver BiDi listening on (ws:\\S+)");
  private static final int TIMEOUT_SECONDS = 90;

  /** Nothing of it is of a page's content. */
  private static final String PREFERENCES =
      """
      user_pref("app.normandy.enabled", false);
      user_pref("app.update.disabledForTesting", true);
      user_pref("browser.aboutwelcome.enabled", false);
      user_pref("browser.newtab.preload", false);
      user_pref("browser.newtabpage.enabled", false);
      user_pref("browser.shell.checkDefaultBrowser", false);
      user_pref("browser.startup.page", 0);
      user_pref("datareporting.policy.dataSubmissionEnabled", false);
      user_pref("datareporting.policy.firstRunURL", "");
      user_pref("dom.disable_open_during_load", false);
      user_pref("dom.ipc.processPrelaunch.enabled", false);
      user_pref("media.autoplay.default", 0);
      user_pref("media.autoplay.blocking_policy", 0);
      user_pref("network.captive-portal-service.enabled", false);
      user_pref("network.connectivity-service.enabled", false);
      user_pref("services.settings.server", "data:,none");
      user_pref("toolkit.telemetry.server", "data:,none");
      """;

  private final Process process;
  private final Path profile;
  private final WebSocket socket;
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<JsonObject>> replies = new ConcurrentHashMap<>();
  private final String context;

  static boolean installed() {
    return Files.isExecutable(PROGRAM);
  }

  /**
   * @param locale of the pages; empty for the system's
   */
  FirefoxPage(String locale) throws IOException {
    profile = TestNode.folder("gatehouse-firefox");
    Files.writeString(profile.resolve("user.js"), PREFERENCES);
    ProcessBuilder builder =
        new ProcessBuilder(
            PROGRAM.toString(),
            "--headless",
            "--no-remote",
            "--profile",
            profile.toString(),
            "--remote-debugging-port",
            "0");
    builder.environment().put("HOME", profile.toString());
    process = builder.redirectErrorStream(true).start();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address() + "/session"), new Replies())
            .join();
    send("session.new", JsonObject.of("capabilities", new JsonObject()));
    context =
        send("browsingContext.getTree", new JsonObject())
            .getJsonArray("contexts")
            .getJsonObject(0)
            .getString("context");
    if (!locale.isEmpty()) {
      send(
          "emulation.setLocaleOverride",
          JsonObject.of("locale", locale, "contexts", JsonArray.of(context)));
    }
  }

  /** Reads where Firefox listens, and its further messages in the background. */
  private String address() throws IOException {
    BufferedReader output = process.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher listening = LISTENING.matcher(line);
      if (listening.matches()) {
        Thread.ofPlatform().daemon().start(() -> output.lines().forEach(further -> {}));
        return listening.group(1);
      }
    }
    throw new IOException("Firefox has ended");
  }

  private JsonObject send(String method, JsonObject parameters) throws IOException {
    long id = ids.incrementAndGet();
    CompletableFuture<JsonObject> reply = new CompletableFuture<>();
    replies.put(id, reply);
    JsonObject command = JsonObject.of("id", id, "method", method, "params", parameters);
    try {
      socket.sendText(command.encode(), true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      JsonObject received = reply.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (received.getString("type").equals("error")) {
        throw new AssertionError(method + ": " + received.getString("message"));
      }
      return received.getJsonObject("result");
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError(method + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void open(String url) throws IOException {
    send(
        "browsingContext.navigate",
        JsonObject.of("context", context, "url", url, "wait", "complete"));
  }

  @Override
  public JsonObject run(String body, Object... arguments) throws IOException {
    JsonObject evaluated =
        send(
            "script.evaluate",
            new JsonObject()
                .put(
                    "expression",
                    EnginePage.script(body, arguments).strip() + ".then(JSON.stringify)")
                .put("awaitPromise", true)
                .put("target", JsonObject.of("context", context)));
    if (evaluated.containsKey("exceptionDetails")) {
      throw new AssertionError(evaluated.getJsonObject("exceptionDetails").getString("text"));
    }
    return new JsonObject(evaluated.getJsonObject("result").getString("value"));
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Passes each reply to the thread that waits for it. */
  private final class Replies implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      message.append(data);
      if (last) {
        JsonObject received = new JsonObject(message.toString());
        message.setLength(0);
        CompletableFuture<JsonObject> waiting = replies.remove(received.getLong("id", 0L));
        if (waiting != null) {
          waiting.complete(received);
        }
      }
      from.request(1);
      return null;
    }
  }
}
