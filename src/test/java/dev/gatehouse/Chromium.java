package dev.gatehouse;

import module java.base;

import io.vertx.core.json.JsonObject;

/**
 * One headless Chromium for all tests of a JVM, driven over the DevTools protocol on a pipe.
 * Chromium exits when the pipe closes, so it also exits if the JVM crashes.
 */
final class Chromium {
  /** Maximum duration of a command, longer than a script waits for a condition. */
  private static final int TIMEOUT_SECONDS = 90;

  private static final Path WHOLE = Path.of("/usr/bin/chromium");

  /** Has no windows, and therefore needs a fifth less time, but shows no notifications. */
  private static final Path SHELL = Path.of("/usr/bin/chromium-headless-shell");

  /** Chromium reads commands from descriptor 3, and writes replies and events to descriptor 4. */
  private static final String PIPES = "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";

  private static final List<String> ARGUMENTS =
      List.of(
          "--headless",
          "--remote-debugging-pipe",
          "--no-sandbox",
          "--disable-gpu",
          // Debian's wrapper enables it, although there is no GPU.
          "--disable-gpu-rasterization",
          "--disable-software-rasterizer",
          // Each costs a process or work per navigation, and none is of a page's content.
          "--disable-features=BackForwardCache,MediaRouter,OptimizationHints,"
              + "SpareRendererForSitePerProcess,Translate",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-default-apps",
          "--disable-extensions",
          "--disable-sync",
          "--disable-popup-blocking",
          "--password-store=basic",
          // Otherwise the timers of a hidden tab run once per second.
          "--disable-background-timer-throttling",
          "--disable-backgrounding-occluded-windows",
          "--disable-renderer-backgrounding",
          "--autoplay-policy=no-user-gesture-required");

  private static final Map<Path, Chromium> SHARED = new HashMap<>();

  private final Process process;
  private final Path profile;
  private final OutputStream commands;
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<JsonObject>> replies = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonObject>> listeners = new ConcurrentHashMap<>();

  private Chromium(Path program) throws IOException {
    profile = Files.createTempDirectory("gatehouse-browser");
    List<String> command = new ArrayList<>(List.of("sh", "-c", PIPES, "sh", program.toString()));
    command.addAll(ARGUMENTS);
    command.add("--user-data-dir=" + profile);
    process = new ProcessBuilder(command).start();
    commands = process.getOutputStream();
    Thread.ofPlatform().daemon().name("chromium").start(this::read);
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  static boolean installed() {
    return Files.isExecutable(SHELL) || Files.isExecutable(WHOLE);
  }

  /** Returns whether there is one that shows notifications. */
  static boolean notifies() {
    return Files.isExecutable(WHOLE);
  }

  /** Returns the JVM's Chromium, and starts it if it does not run. */
  static Chromium shared() throws IOException {
    return shared(Files.isExecutable(SHELL) ? SHELL : WHOLE);
  }

  /** As above, but one that shows notifications. */
  static Chromium sharedThatNotifies() throws IOException {
    return shared(WHOLE);
  }

  private static synchronized Chromium shared(Path program) throws IOException {
    Chromium running = SHARED.get(program);
    if (running == null || !running.process.isAlive()) {
      running = new Chromium(program);
      SHARED.put(program, running);
    }
    return running;
  }

  /** Passes the events of a session to a listener, on the thread that reads from Chromium. */
  void listen(String session, Consumer<JsonObject> listener) {
    listeners.put(session, listener);
  }

  /** Sends a command that belongs to no page, and returns its result. */
  JsonObject send(String method, JsonObject parameters) throws IOException {
    return send(null, method, parameters);
  }

  /** Sends a command to a page's session, and returns its result. An error fails the test. */
  JsonObject send(String session, String method, JsonObject parameters) throws IOException {
    try {
      JsonObject reply = post(session, method, parameters).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (reply.containsKey("error")) {
        throw new AssertionError(method + ": " + reply.getJsonObject("error").encode());
      }
      return reply.getJsonObject("result");
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError(method + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends a command without waiting for its result. */
  CompletableFuture<JsonObject> post(String session, String method, JsonObject parameters)
      throws IOException {
    long id = ids.incrementAndGet();
    JsonObject message = JsonObject.of("id", id, "method", method, "params", parameters);
    if (session != null) {
      message.put("sessionId", session);
    }
    CompletableFuture<JsonObject> reply = new CompletableFuture<>();
    replies.put(id, reply);
    synchronized (commands) {
      commands.write((message.encode() + '\0').getBytes(StandardCharsets.UTF_8));
      commands.flush();
    }
    return reply;
  }

  private void read() {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    try (InputStream in = new BufferedInputStream(process.getInputStream(), 1 << 16)) {
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == 0) {
          handle(new JsonObject(message.toString(StandardCharsets.UTF_8)));
          message.reset();
        } else {
          message.write(next);
        }
      }
    } catch (IOException end) {
      // Chromium has exited, which fails all waiting commands.
    }
    replies.values().forEach(one -> one.completeExceptionally(new IOException("Chromium exited")));
  }

  private void handle(JsonObject message) {
    Long id = message.getLong("id");
    if (id != null) {
      replies.remove(id).complete(message);
      return;
    }
    Consumer<JsonObject> listener = listeners.get(message.getString("sessionId", ""));
    if (listener != null) {
      listener.accept(message);
    }
  }

  private void close() {
    try {
      commands.close();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    TestNode.deleteTree(profile);
  }
}
