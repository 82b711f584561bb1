package dev.gatehouse;

import module java.base;

import com.sun.net.httpserver.HttpServer;

/** A page on another origin than the node: the website that uses Gatehouse as its backend. */
final class FrontEnd implements AutoCloseable {
  private static final String PAGE =
      """
      <!doctype html>
      <title>music player</title>
      <link rel="icon" href="data:,">
      <h1>music player</h1>
      <audio controls crossorigin="anonymous" style="width: 600px"></audio>
      """;

  private final HttpServer server;

  FrontEnd() {
    this("");
  }

  /**
   * @param worker the site's service worker, {@code /sw.js}
   */
  FrontEnd(String worker) {
    server =
        Unchecked.get(
            () -> HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    serve("/", "text/html; charset=utf-8", PAGE);
    serve("/sw.js", "text/javascript; charset=utf-8", worker);
    server.start();
  }

  private void serve(String path, String type, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  String origin() {
    return LoopbackServer.url(server);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
