package dev.gatehouse;

import module java.base;

/**
 * HAProxy with the production configuration file, on any port. Unlike in production, the client's
 * address header is passed on, because tests use many addresses, and a slow node is not down.
 */
final class LoadBalancer {
  private static final Path FILE = Path.of("conf/haproxy.cfg");

  private LoadBalancer() {}

  /**
   * Starts it and returns when it listens.
   *
   * @param port on which it listens
   * @param servers addresses, each with its health check port
   */
  static InstalledServer before(Path folder, int port, List<String> servers) throws Exception {
    var text =
        new StringBuilder(
            Files.readString(FILE)
                .replaceAll("(?m)^  server n[0-9].*\n", "")
                .replaceAll("(?m)^  http-request (del|set)-header .*\n", "")
                .replaceAll("(?m)^  bind 127.*", "  bind 127.0.0.1:" + port)
                .replaceAll("(?m)^  timeout check .*", "  timeout check 60s")
                .replace("gatehouse-changes", "gatehouse-changes-" + port));
    for (int i = 0; i < servers.size(); i++) {
      text.append("  server n").append(i + 1).append(' ').append(servers.get(i)).append('\n');
    }
    Path file = Files.writeString(folder.resolve("haproxy.cfg"), text);
    // Restricts permissions, because a test that checks the node's folder finds this file.
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return InstalledServer.start("haproxy", port, "-db", "-f", file.toString());
  }
}
