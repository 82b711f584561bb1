package dev.gatehouse;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A page on another origin than the node's: the website whose backend Gatehouse is. */
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
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          byte[] page = PAGE.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
  }

  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
