package dev.gatehouse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stand-in for a node behind the load balancer: ready until it is told otherwise, it answers
 * requests, or takes them whole and goes without a word.
 */
final class DyingNode implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  /** The body of a refusal of its own. */
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

  /** How a connection ends with a request on it. */
  enum Death {
    /** It does not. */
    NONE,
    /** In order, as that of a process that is killed and has read everything. */
    END,
    /** By a reset, as that of a process that is killed and has not. */
    RESET
  }

  DyingNode() throws IOException {
    server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    listening = Thread.ofVirtual().start(this::listen);
  }

  /** From now on each request but the question whether it is ready is its connection's last. */
  void dies(Death how) {
    death = how;
  }

  /** From now on it says that it is not ready. */
  void unready() {
    readiness = UNREADY;
  }

  /** From now on it says that it takes nothing new. */
  void drains() {
    readiness = DRAINING;
  }

  /** From now on each POST is answered when the latch is open. */
  void worksUntil(CountDownLatch done) {
    changes = done;
  }

  /** From now on it is too busy for any request. */
  void refuses() {
    refuses = true;
  }

  /** The head of the last request that it has taken; empty before the first. */
  String asked() {
    return asked;
  }

  /** Those requests that it has taken, answered or not. */
  int taken() {
    return taken.get();
  }

  /** The node as the load balancer's file names one, with the port at which it is checked. */
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
      // The load balancer closes what it does not need.
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

  /** The head of the next request; empty where there is none. */
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

  /**
   * Is not there any more, for anybody, when this returns: its port goes with who listens at it.
   */
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
