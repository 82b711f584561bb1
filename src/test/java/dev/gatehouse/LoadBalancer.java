package dev.gatehouse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * HAProxy with the file that production would use, on a free port, but that what a client says
 * about where it comes from is passed on: tests have many addresses.
 */
final class LoadBalancer {
  private static final Path FILE = Path.of("conf/haproxy.cfg");

  private LoadBalancer() {}

  /**
   * Starts it; returns when it listens.
   *
   * @param servers each an address, and the port at which it is asked whether it is ready
   */
  static InstalledServer before(Path folder, List<String> servers) throws Exception {
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
    return InstalledServer.start("haproxy", port, "-db", "-f", file.toString());
  }
}
