package dev.gatehouse;

import module java.base;

import io.vertx.core.json.JsonObject;

/** One tab of a {@link Browser}, with the events that Chromium has reported about it. */
final class BrowserTab {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Each report of a violation contains these words. */
  private static final String POLICY = "Content Security Policy";

  private final Chromium chromium;
  private final String target;
  private final String session;
  private final ConcurrentLinkedQueue<String> console = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<JsonObject> network = new ConcurrentLinkedQueue<>();

  /** IDs of the documents that have loaded completely. */
  private final Set<String> loaded = ConcurrentHashMap.newKeySet();

  BrowserTab(Chromium chromium, String target) throws IOException {
    this.chromium = chromium;
    this.target = target;
    this.session =
        chromium
            .send("Target.attachToTarget", JsonObject.of("targetId", target, "flatten", true))
            .getString("sessionId");
    chromium.listen(session, this::accept);
    for (String domain : List.of("Page", "Runtime", "Log")) {
      send(domain + ".enable", new JsonObject());
    }
    send("Page.setLifecycleEventsEnabled", JsonObject.of("enabled", true));
    send("Emulation.setFocusEmulationEnabled", JsonObject.of("enabled", true));
  }

  String target() {
    return target;
  }

  /** Ends the session, and with it everything that was set over it. */
  void detach() throws IOException {
    chromium.listen(session, event -> {});
    // The tab may have been closed.
    chromium.post(null, "Target.detachFromTarget", JsonObject.of("sessionId", session));
  }

  JsonObject send(String method, JsonObject parameters) throws IOException {
    return chromium.send(session, method, parameters);
  }

  void beforeEachPage(String script) throws IOException {
    send("Page.addScriptToEvaluateOnNewDocument", JsonObject.of("source", script));
    send("Runtime.evaluate", JsonObject.of("expression", script));
  }

  void open(String url) throws IOException {
    Set<String> before = Set.copyOf(loaded);
    JsonObject navigation = send("Page.navigate", JsonObject.of("url", url));
    if (navigation.containsKey("errorText")) {
      throw new AssertionError(url + ": " + navigation.getString("errorText"));
    }
    // Without a loader, only the fragment has changed. A script may replace the document early.
    if (navigation.containsKey("loaderId")) {
      try {
        Waiting.until(TIMEOUT, () -> !before.containsAll(loaded));
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void accept(JsonObject event) {
    JsonObject parameters = event.getJsonObject("params");
    switch (event.getString("method")) {
      case "Page.lifecycleEvent" -> {
        if (parameters.getString("name").equals("load")
            && parameters.getString("frameId").equals(target)) {
          loaded.add(parameters.getString("loaderId"));
        }
      }
      case "Page.javascriptDialogOpening" -> acceptDialog();
      case "Runtime.consoleAPICalled" ->
          report(
              "console-api "
                  + parameters.getString("type")
                  + ' '
                  + parameters.getJsonArray("args").encode());
      case "Runtime.exceptionThrown" -> report(parameters.encode());
      case "Log.entryAdded" -> {
        JsonObject entry = parameters.getJsonObject("entry");
        report(
            Stream.of("level", "source", "url", "text")
                .map(field -> entry.getString(field, ""))
                .collect(Collectors.joining(" ")));
      }
      default -> {
        if (event.getString("method").startsWith("Network.")) {
          network.add(event);
        }
      }
    }
  }

  private void report(String message) {
    console.add(message);
    // The preview of an email has inline styles, which its policy blocks on purpose.
    if (message.contains(POLICY) && !message.contains(" about:srcdoc ")) {
      violations.add(message);
    }
  }

  private void acceptDialog() {
    Unchecked.run(
        () -> chromium.post(session, "Page.handleJavaScriptDialog", JsonObject.of("accept", true)));
  }

  List<String> console() {
    return drain(console);
  }

  List<String> violations() {
    return drain(violations);
  }

  private static List<String> drain(Queue<String> queue) {
    List<String> messages = new ArrayList<>();
    for (String one = queue.poll(); one != null; one = queue.poll()) {
      messages.add(one);
    }
    return messages;
  }

  void forgetNetwork() {
    network.clear();
  }

  List<JsonObject> network(String event) {
    return network.stream()
        .filter(one -> one.getString("method").equals("Network." + event))
        .map(one -> one.getJsonObject("params"))
        .toList();
  }
}
