package dev.gatehouse;

import module java.base;

/** nginx with the production include file, on a free port and without TLS. */
final class Nginx {
  private static final Path FILE = Path.of("conf/nginx.conf");

  /** A single process, so that it ends with its parent. */
  private static final String AROUND =
      """
      daemon off;
      master_process off;
      pid FOLDER/pid;
      error_log FOLDER/log;
      events {}
      http {
        access_log off;
        client_body_temp_path FOLDER/bodies;
        proxy_temp_path FOLDER/replies;
        fastcgi_temp_path FOLDER/unused;
        uwsgi_temp_path FOLDER/unused;
        scgi_temp_path FOLDER/unused;
        include FOLDER/site;
      }
      """;

  private Nginx() {}

  /** Starts nginx in front of nodes at these ports, and returns when it listens. */
  static InstalledServer before(Path folder, List<Integer> nodes) throws Exception {
    int port = FreePort.next();
    String site =
        Files.readString(FILE)
            .replace("listen 443 ssl http2;", "listen 127.0.0.1:" + port + ";")
            .replaceAll("(?m)^  ssl_certificate.*\n", "");
    for (int i = 0; i < nodes.size(); i++) {
      site = site.replace("10.0.0.1" + (i + 1) + ":8080", "127.0.0.1:" + nodes.get(i));
    }
    Files.writeString(
        folder.resolve("site"), site.replaceAll("(?m)^  server 10\\.0\\.0\\..*\n", ""));
    Path file =
        Files.writeString(
            folder.resolve("nginx.conf"), AROUND.replace("FOLDER", folder.toString()));
    return InstalledServer.start(
        "nginx", port, "-e", folder.resolve("log").toString(), "-c", file.toString());
  }
}
