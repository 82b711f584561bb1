package dev.gatehouse;

import module java.base;
import module java.net.http;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * A page in WebKitGTK's browser on a virtual screen, driven over WebDriver. Needs Debian's
 * webkit2gtk-driver and xvfb, and for a locale its package locales.
 */
final class WebKitPage implements EnginePage {
  private static final Path DRIVER = Path.of("/usr/bin/WebKitWebDriver");
  private static final Path SCREEN = Path.of("/usr/bin/Xvfb");
  private static final int TIMEOUT_SECONDS = 90;

  private final Path folder;
  private final List<Process> processes = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final String session;

  static boolean installed() {
    return Files.isExecutable(DRIVER) && Files.isExecutable(SCREEN);
  }

  /**
   * @param locale of the pages; empty for the system's
   */
  WebKitPage(String locale) throws IOException {
    folder = TestNode.folder("gatehouse-webkit");
    Process screen =
        started(
            new ProcessBuilder(
                SCREEN.toString(), "-displayfd", "1", "-screen", "0", "1440x1000x24"));
    String display = ":" + screen.inputReader().readLine();
    int port = freePort();
    ProcessBuilder driver = new ProcessBuilder(DRIVER.toString(), "--port=" + port);
    driver.environment().put("DISPLAY", display);
    driver.environment().put("HOME", folder.toString());
    if (!locale.isEmpty()) {
      setLocale(driver, locale.replace('-', '_'));
    }
    started(driver);
    String address = "http://127.0.0.1:" + port + "/session";
    JsonObject options =
        new JsonObject()
            .put("binary", browser())
            .put(
                "args",
                JsonArray.of("--automation", "--javascript-can-open-windows-automatically=true"));
    JsonObject wanted =
        JsonObject.of("alwaysMatch", JsonObject.of("webkitgtk:browserOptions", options));
    String id =
        post(address, JsonObject.of("capabilities", wanted)) instanceof JsonObject made
            ? made.getString("sessionId")
            : "";
    session = address + "/" + id;
    post(session + "/timeouts", JsonObject.of("script", TIMEOUT_SECONDS * 1000));
  }

  /** WebKit takes the locale of its pages from the C library's, which has to exist. */
  private void setLocale(ProcessBuilder driver, String name) throws IOException {
    Process made =
        new ProcessBuilder(
                "localedef", "-i", name, "-f", "UTF-8", folder.resolve(name + ".UTF-8").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!Files.exists(folder.resolve(name + ".UTF-8"))) {
      throw new IOException(output);
    }
    driver.environment().put("LOCPATH", folder.toString());
    driver.environment().put("LC_ALL", name + ".UTF-8");
  }

  /** Returns the path of the browser, which depends on the machine's architecture. */
  private static String browser() throws IOException {
    try (DirectoryStream<Path> libraries = Files.newDirectoryStream(Path.of("/usr/lib"))) {
      for (Path library : libraries) {
        Path browser = library.resolve("webkit2gtk-4.1/MiniBrowser");
        if (Files.isExecutable(browser)) {
          return browser.toString();
        }
      }
    }
    throw new IOException("WebKitGTK's MiniBrowser is not installed");
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  private Process started(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    processes.add(process);
    return process;
  }

  /** Sends a command and returns its value. The driver may not listen yet. */
  private Object post(String path, JsonObject parameters) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(path))
            .timeout(Duration.ofSeconds(TIMEOUT_SECONDS))
            .POST(HttpRequest.BodyPublishers.ofString(parameters.encode()))
            .build();
    try {
      AtomicReference<String> reply = new AtomicReference<>();
      Waiting.until(() -> {
        try {
          reply.set(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
          return true;
        } catch (ConnectException e) {
          return false;
        }
      });
      Object value = new JsonObject(reply.get()).getValue("value");
      if (value instanceof JsonObject problem && problem.containsKey("error")) {
        throw new AssertionError(problem.getString("error") + ": " + problem.getString("message"));
      }
      return value;
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void open(String url) throws IOException {
    post(session + "/url", JsonObject.of("url", url));
  }

  @Override
  public JsonObject run(String body, Object... arguments) throws IOException {
    String script =
        "const done = arguments[arguments.length - 1];"
            + EnginePage.script(body, arguments).strip()
            + ".then(value => done(JSON.stringify({value})), problem => done(JSON.stringify({problem: `${problem}`})));";
    Object result =
        post(session + "/execute/async", JsonObject.of("script", script, "args", new JsonArray()));
    JsonObject reply = new JsonObject((String) result);
    if (reply.containsKey("problem")) {
      throw new AssertionError(reply.getString("problem"));
    }
    return reply.getJsonObject("value");
  }

  @Override
  public void close() throws IOException {
    HttpRequest end = HttpRequest.newBuilder(URI.create(session)).DELETE().build();
    try {
      client.send(end, HttpResponse.BodyHandlers.discarding());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    processes.reversed().forEach(Process::destroy);
  }
}
