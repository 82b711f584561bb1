package dev.gatehouse;

import module java.base;

/** Server that replies to each connection at once, with a body that never ends. */
public final class UnendingReplies implements AutoCloseable {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

  public UnendingReplies() throws IOException {
    Thread.ofVirtual().start(this::run);
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  private void run() {
    try {
      while (true) {
        Socket connection = server.accept();
        open.add(connection);
        connection.getOutputStream().write(HEAD.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket connection : open) {
      connection.close();
    }
  }
}
