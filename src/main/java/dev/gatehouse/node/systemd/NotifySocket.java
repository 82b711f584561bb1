package dev.gatehouse.node.systemd;

import module java.base;

/**
 * Sender of datagrams to a Unix socket of Linux, through the C library, because the JDK has Unix
 * sockets for streams only.
 */
final class NotifySocket {
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

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, FunctionDescriptor form) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), form);
  }

  /**
   * Sends one datagram.
   *
   * @throws IOException if the socket does not exist or rejects it
   */
  void send(String text) throws IOException {
    MethodHandle socket =
        function(
            "socket",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT));
    MethodHandle close =
        function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
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
        function(
            "sendto",
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    MemorySegment message = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
    MemorySegment address = arena.allocate(PATH + (long) MAX_PATH, Short.BYTES);
    address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(path, 0, address, ValueLayout.JAVA_BYTE, PATH, path.length);
    // The name of an abstract socket has no terminator.
    int length = PATH + path.length + (path[0] == 0 ? 0 : 1);
    long done =
        (long)
            sendto.invokeExact(
                descriptor, message, (long) bytes.length, MSG_NOSIGNAL, address, length);
    return done == bytes.length;
  }
}
