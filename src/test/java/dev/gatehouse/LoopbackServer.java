package dev.gatehouse;

import module java.base;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;

/** HTTP servers on loopback that play a provider. */
public final class LoopbackServer {
  private static final int BACKLOG = 100;

  private LoopbackServer() {}

  /** Starts a server that handles each request on a virtual thread. */
  public static HttpServer start(HttpHandler handler) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", handler);
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }
}
