package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** nginx with the file that production would include, on a free port and without TLS. */
final class Nginx implements AutoCloseable {
  private static final Path FILE = Path.of("conf/nginx.conf");
  private static final List<Path> PLACES =
      List.of(
          Path.of("/usr/sbin/nginx"), Path.of("/usr/local/sbin/nginx"), Path.of("/usr/bin/nginx"));

  /** One process, so that it ends with whoever has started it. */
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

  private final BoundProgram program;
  private final int port;

  private Nginx(BoundProgram program, int port) {
    this.program = program;
    this.port = port;
  }

  /** Starts it before nodes at these ports; returns when it listens. */
  static Nginx before(Path folder, List<Integer> nodes) throws Exception {
    List<Path> installed = PLACES.stream().filter(Files::isExecutable).toList();
    assumeTrue(!installed.isEmpty(), "needs nginx");
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
    var program =
        BoundProgram.start(
            List.of(
                installed.getFirst().toString(),
                "-e",
                folder.resolve("log").toString(),
                "-c",
                file.toString()));
    var nginx = new Nginx(program, port);
    Waiting.until(nginx::listens);
    return nginx;
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
