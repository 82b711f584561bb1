package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/** A server program installed on the system, run on a loopback port during a test. */
final class InstalledServer implements AutoCloseable {
  private static final List<String> PLACES = List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin");

  private final BoundProgram program;
  private final int port;

  private InstalledServer(BoundProgram program, int port) {
    this.program = program;
    this.port = port;
  }

  /**
   * Starts the server and returns when it listens. Skips the test if it is not installed.
   *
   * @param port the port that its arguments configure
   */
  static InstalledServer start(String name, int port, String... arguments) throws Exception {
    List<Path> installed =
        PLACES.stream().map(place -> Path.of(place, name)).filter(Files::isExecutable).toList();
    assumeTrue(!installed.isEmpty(), "needs " + name);
    List<String> command =
        Stream.concat(Stream.of(installed.getFirst().toString()), Stream.of(arguments)).toList();
    var server = new InstalledServer(BoundProgram.start(command), port);
    Waiting.until(() -> BoundProgram.listens(port));
    return server;
  }

  String address() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    program.kill();
  }
}
