package dev.gatehouse.node.systemd;

import static java.lang.foreign.ValueLayout.*;

import module java.base;

import dev.gatehouse.bus.Json;
import io.vertx.core.buffer.Buffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the state of a node to systemd: ready, stopping, and alive as long as the node answers
 * {@code /readyz}. A node that answers "not ready" is alive, because a restart repairs no other
 * server. Does nothing for a process that systemd did not start.
 */
public final class SystemdNotifier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SystemdNotifier.class);

  /** Heartbeats in each watchdog interval, so that one may be late. */
  private static final int HEARTBEATS = 3;

  /** {@code /readyz} answers within a second. */
  private static final int PATIENCE_MILLIS = 5_000;

  private final Optional<NotifySocket> socket;
  private final Optional<Duration> watchdog;
  private final CountDownLatch closed = new CountDownLatch(1);
  private String status = "";

  private SystemdNotifier(Optional<NotifySocket> socket, Optional<Duration> watchdog) {
    this.socket = socket;
    this.watchdog = watchdog;
  }

  /**
   * Returns the notifier of this process.
   *
   * @param environment the process's variables, of which systemd sets three
   */
  public static SystemdNotifier of(Map<String, String> environment) {
    String own = Long.toString(ProcessHandle.current().pid());
    Optional<Duration> watchdog =
        Optional.ofNullable(environment.get("WATCHDOG_USEC"))
            .filter(any -> environment.getOrDefault("WATCHDOG_PID", own).equals(own))
            .map(micros -> Duration.of(Long.parseLong(micros), ChronoUnit.MICROS));
    return new SystemdNotifier(
        Optional.ofNullable(environment.get("NOTIFY_SOCKET")).map(NotifySocket::new), watchdog);
  }

  /**
   * Reports that the node serves, and from now on that it is alive.
   *
   * @param management address of the node's management port
   */
  public void ready(String management) {
    if (socket.isPresent()) {
      notify("READY=1\nSTATUS=ready");
      watchdog.ifPresent(interval ->
          Thread.ofPlatform()
              .name("watchdog")
              .daemon()
              .start(() -> watch(URI.create(management + "/readyz"), interval)));
    }
  }

  /** Reports that the node stops. Heartbeats continue until the node no longer answers. */
  public void stopping() {
    notify("STOPPING=1\nSTATUS=stopping");
  }

  /** Ends the heartbeats. */
  @Override
  public void close() {
    closed.countDown();
  }

  private void watch(URI readiness, Duration interval) {
    long pause = interval.dividedBy(HEARTBEATS).toMillis();
    try {
      do {
        look(readiness);
      } while (!closed.await(pause, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(URI readiness) {
    try {
      String now = answer(readiness);
      notify(now.equals(status) ? "WATCHDOG=1" : "WATCHDOG=1\nSTATUS=" + now);
      status = now;
    } catch (IOException silent) {
      LOG.warn("the node does not answer path=/readyz reason={}", silent.getMessage());
    }
  }

  /** Returns the state that the node reports. */
  private static String answer(URI readiness) throws IOException {
    var connection = (HttpURLConnection) readiness.toURL().openConnection();
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    try {
      if (connection.getResponseCode() == 200) {
        return "ready";
      }
      try (InputStream body = connection.getErrorStream()) {
        return "not ready" + faults(body == null ? new byte[0] : body.readAllBytes());
      }
    } finally {
      connection.disconnect();
    }
  }

  private static String faults(byte[] body) throws IOException {
    if (body.length > 0
        && Json.parse(Buffer.buffer(body)) instanceof Map<?, ?> fields
        && fields.get("checks") instanceof Map<?, ?> checks) {
      return checks.entrySet().stream()
          .filter(check -> !"up".equals(check.getValue()))
          .map(check -> check.getKey() + ": " + String.valueOf(check.getValue()).replace('\n', ' '))
          .collect(Collectors.joining("; ", ": ", ""));
    }
    return "";
  }

  private void notify(String text) {
    socket.ifPresent(each -> {
      try {
        each.send(text);
      } catch (IOException e) {
        LOG.warn("systemd was not notified text={} reason={}", text, e.getMessage());
      }
    });
  }

  /**
   * Sender of datagrams to a Unix socket of Linux, through the C library, because the JDK has Unix
   * sockets for streams only.
   */
  static final class NotifySocket {
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int MSG_NOSIGNAL = 0x4000;

    /** Offset and maximum length of the path in {@code struct sockaddr_un}. */
    private static final int PATH = 2;

    private static final int MAX_PATH = 108;

    private static final Linker LINKER = Linker.nativeLinker();

    private final byte[] path;

    /**
     * Creates a sender.
     *
     * @param name absolute path of the socket, or the name of an abstract socket after {@code @}
     */
    NotifySocket(String name) {
      byte[] given = name.getBytes(StandardCharsets.UTF_8);
      if (given.length < 2 || given.length >= MAX_PATH || (given[0] != '/' && given[0] != '@')) {
        throw new IllegalArgumentException("NOTIFY_SOCKET is no path of a Unix socket: " + name);
      }
      if (given[0] == '@') {
        given[0] = 0;
      }
      this.path = given;
    }

    /** Returns a function of the C library. */
    @SuppressWarnings("restricted")
    private static MethodHandle function(
        String name, MemoryLayout result, MemoryLayout... parameters) {
      return LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
    }

    /**
     * Sends one datagram.
     *
     * @throws IOException if the socket does not exist or rejects it
     */
    void send(String text) throws IOException {
      MethodHandle socket = function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
      MethodHandle close = function("close", JAVA_INT, JAVA_INT);
      try (Arena arena = Arena.ofConfined()) {
        int descriptor = (int) socket.invokeExact(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        boolean sent = descriptor >= 0 && sent(arena, descriptor, text);
        int closed = descriptor < 0 ? -1 : (int) close.invokeExact(descriptor);
        if (!sent || closed != 0) {
          throw new IOException("systemd cannot be notified");
        }
      } catch (IOException | RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    private boolean sent(Arena arena, int descriptor, String text) throws Throwable {
      MethodHandle sendto =
          function("sendto", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      MemorySegment message = arena.allocateFrom(JAVA_BYTE, bytes);
      MemorySegment address = arena.allocate(PATH + (long) MAX_PATH, Short.BYTES);
      address.set(JAVA_SHORT, 0, (short) AF_UNIX);
      MemorySegment.copy(path, 0, address, JAVA_BYTE, PATH, path.length);
      // The name of an abstract socket has no terminator.
      int length = PATH + path.length + (path[0] == 0 ? 0 : 1);
      long done =
          (long)
              sendto.invokeExact(
                  descriptor, message, (long) bytes.length, MSG_NOSIGNAL, address, length);
      return done == bytes.length;
    }
  }
}
