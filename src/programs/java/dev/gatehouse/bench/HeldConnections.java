package dev.gatehouse.bench;

import module java.base;

/** Connections that remain open between requests. */
final class HeldConnections implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");
  private static final int AT_ONCE = 128;
  private static final int PATIENCE_MILLIS = 20_000;

  private final int port;
  private final byte[] request;
  private final int count;
  private final Semaphore turns = new Semaphore(AT_ONCE);
  private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());

  HeldConnections(int port, String path, int count) {
    this.port = port;
    this.count = count;
    this.request =
        ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: owners-key-0123456789\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
  }

  /** An action of a connection. */
  private interface Step {
    boolean done(int index) throws IOException;
  }

  /** Opens all connections, sends a request on each, and returns the number of replies. */
  int open() throws InterruptedException {
    return each(
        count,
        index -> {
          var socket = new Socket(InetAddress.getLoopbackAddress(), port);
          socket.setSoTimeout(PATIENCE_MILLIS);
          sockets.add(socket);
          return isAnswered(socket);
        });
  }

  /** Sends another request on each connection, and returns the number of replies. */
  int again() throws InterruptedException {
    return each(sockets.size(), index -> isAnswered(sockets.get(index)));
  }

  private int each(int number, Step step) throws InterruptedException {
    var good = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < number; i++) {
        int index = i;
        turns.acquire();
        threads.execute(() -> {
          try {
            good.addAndGet(step.done(index) ? 1 : 0);
          } catch (IOException failed) {
            // A failed connection does not count.
          } finally {
            turns.release();
          }
        });
      }
    }
    return good.get();
  }

  private boolean isAnswered(Socket socket) throws IOException {
    socket.getOutputStream().write(request);
    InputStream in = socket.getInputStream();
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return false;
      }
      head.append((char) next);
    }
    Matcher length = LENGTH.matcher(head);
    if (length.find()) {
      in.skipNBytes(Long.parseLong(length.group(1)));
    }
    return head.toString().startsWith("HTTP/1.1 200");
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
