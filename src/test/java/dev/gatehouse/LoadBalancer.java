package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * HAProxy with the file that production would use, on a free port, but that what a client says
 * about where it comes from is passed on: tests have many addresses.
 */
final class LoadBalancer implements AutoCloseable {
  private static final Path FILE = Path.of("conf/haproxy.cfg");
  private static final List<Path> PLACES =
      List.of(Path.of("/usr/sbin/haproxy"), Path.of("/usr/bin/haproxy"));

  private final BoundProgram program;
  private final int port;

  private LoadBalancer(BoundProgram program, int port) {
    this.program = program;
    this.port = port;
  }

  /**
   * Starts it; returns when it listens.
   *
   * @param servers each an address, and the port at which it is asked whether it is ready
   */
  static LoadBalancer before(Path folder, List<String> servers) throws Exception {
    List<Path> installed = PLACES.stream().filter(Files::isExecutable).toList();
    assumeTrue(!installed.isEmpty(), "needs haproxy");
    int port = FreePort.next();
    var text =
        new StringBuilder(
            Files.readString(FILE)
                .replaceAll("(?m)^  server n[0-9].*\n", "")
                .replaceAll("(?m)^  http-request (del|set)-header .*\n", "")
                .replaceAll("(?m)^  bind 127.*", "  bind 127.0.0.1:" + port)
                .replace("gatehouse-changes", "gatehouse-changes-" + port));
    for (int i = 0; i < servers.size(); i++) {
      text.append("  server n").append(i + 1).append(' ').append(servers.get(i)).append('\n');
    }
    Path file = Files.writeString(folder.resolve("haproxy.cfg"), text);
    // A test that looks at the node's folder finds it there.
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    var program =
        BoundProgram.start(List.of(installed.getFirst().toString(), "-db", "-f", file.toString()));
    var balancer = new LoadBalancer(program, port);
    Waiting.until(balancer::listens);
    return balancer;
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
