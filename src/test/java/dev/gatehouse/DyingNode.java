package dev.gatehouse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

/**
 * Simulates a node behind the load balancer. It is ready until set otherwise. It answers requests,
 * or reads them completely and closes the connection without a reply.
 */
final class DyingNode implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  /** Body of this node's own rejection. */
  static final String REFUSED = "{\"error\":\"the area is busy\",\"code\":\"overloaded\"}";

  private static final String REFUSAL =
      "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\nContent-Type: application/json\r\n"
          + "Content-Length: "
          + REFUSED.length()
          + "\r\n\r\n"
          + REFUSED;

  private static final String UNREADY =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n";
  private static final String DRAINING = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

  private final AtomicInteger taken = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ServerSocket server;
  private final Thread listening;
  private volatile Death death = Death.NONE;
  private volatile boolean refuses;
  private volatile String asked = "";
  private volatile String readiness = ANSWER;
  private volatile CountDownLatch changes = new CountDownLatch(0);

  /** How a connection ends while a request is active. */
  enum Death {
    /** The connection remains open. */
    NONE,
    /** Orderly close, as when a killed process has read everything. */
    END,
    /** Reset, as when a killed process has unread data. */
    RESET
  }

  DyingNode() throws IOException {
    server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    listening = Thread.ofVirtual().start(this::listen);
  }

  /** Ends the connection on each further request except readiness checks. */
  void dies(Death how) {
    death = how;
  }

  /** Reports "not ready" from now on. */
  void unready() {
    readiness = UNREADY;
  }

  /** Reports "draining" from now on. */
  void drains() {
    readiness = DRAINING;
  }

  /** Delays the reply to each further POST until the latch opens. */
  void worksUntil(CountDownLatch done) {
    changes = done;
  }

  /** Rejects every further request as too busy. */
  void refuses() {
    refuses = true;
  }

  /** Returns the head of the last received request; empty before the first. */
  String asked() {
    return asked;
  }

  /** Returns the number of received requests, answered or not. */
  int taken() {
    return taken.get();
  }

  /** Returns the node's address in the load balancer's format, with its health check port. */
  String place() {
    return "127.0.0.1:" + port() + " port " + port();
  }

  int port() {
    return server.getLocalPort();
  }

  private void listen() {
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      // the end
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      for (String head = head(socket); !head.isEmpty(); head = head(socket)) {
        Matcher length = LENGTH.matcher(head);
        socket.getInputStream().readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        boolean check = head.contains(" /readyz");
        if (!check) {
          asked = head;
          taken.incrementAndGet();
          if (death != Death.NONE) {
            socket.setSoLinger(death == Death.RESET, 0);
            return;
          }
        }
        if (head.startsWith("POST")) {
          changes.await();
        }
        socket.getOutputStream().write(answer(check).getBytes(ISO_8859_1));
      }
    } catch (IOException | InterruptedException left) {
      // The load balancer closes unused connections.
    } finally {
      open.remove(socket);
    }
  }

  private String answer(boolean check) {
    if (check) {
      return readiness;
    }
    return refuses ? REFUSAL : ANSWER;
  }

  /** Returns the head of the next request; empty at the end of the connection. */
  private static String head(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    var head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.write(next);
    }
    return head.toString(ISO_8859_1);
  }

  /** Closes the port and all connections before it returns. */
  @Override
  public void close() throws IOException {
    server.close();
    try {
      listening.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Socket socket : open) {
      socket.close();
    }
  }
}
