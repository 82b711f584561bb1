package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A server that the system has, at a port of loopback, for as long as a test. */
final class InstalledServer implements AutoCloseable {
  private static final List<String> PLACES = List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin");

  private final BoundProgram program;
  private final int port;

  private InstalledServer(BoundProgram program, int port) {
    this.program = program;
    this.port = port;
  }

  /**
   * Starts it, where it is installed: without it the test is skipped. Returns when it listens.
   *
   * @param port that its arguments tell it to listen at
   */
  static InstalledServer start(String name, int port, String... arguments) throws Exception {
    List<Path> installed =
        PLACES.stream().map(place -> Path.of(place, name)).filter(Files::isExecutable).toList();
    assumeTrue(!installed.isEmpty(), "needs " + name);
    List<String> command =
        Stream.concat(Stream.of(installed.getFirst().toString()), Stream.of(arguments)).toList();
    var server = new InstalledServer(BoundProgram.start(command), port);
    Waiting.until(server::listens);
    return server;
  }

  private boolean listens() {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  String address() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    program.kill();
  }
}
