package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real redis-server on a free port, as a static extension. Tests are skipped if it is not
 * installed. It ends with this JVM, even if the JVM crashes.
 */
public final class RedisServer implements BeforeAllCallback, AfterAllCallback {
  private final String[] settings;
  private Path folder;
  private final int port;
  private BoundProgram server;

  /**
   * @param settings arguments of redis-server: {@code --requirepass}, {@code secret}
   */
  public RedisServer(String... settings) {
    this.settings = settings;
    port = FreePort.next();
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    begin();
  }

  void begin() throws Exception {
    assumeTrue(FirstRequestTest.installed("redis-server"), "needs redis-server");
    folder = Files.createTempDirectory("gatehouse-redis");
    start();
  }

  /** Starts it without data, on the same port as before. */
  public void start() throws Exception {
    List<String> command =
        List.of(
            "redis-server",
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            folder.toString());
    server = BoundProgram.start(Stream.concat(command.stream(), Stream.of(settings)).toList());
    Waiting.until(() -> BoundProgram.listens(port));
  }

  /** Sends SIGKILL. */
  public void kill() {
    server.kill();
  }

  public int port() {
    return port;
  }

  public URI url() {
    return URI.create("redis://127.0.0.1:" + port);
  }

  /** Sends a command of words without spaces. Returns the first line of its reply. */
  public String ask(String command) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      var line = new StringBuilder();
      for (int c = in.read(); c >= 0 && c != '\r'; c = in.read()) {
        line.append((char) c);
      }
      return line.toString();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    end();
  }

  void end() {
    if (server != null) {
      kill();
      TestNode.deleteTree(folder);
    }
  }
}
