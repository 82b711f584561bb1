package dev.gatehouse.node.systemd;

import module java.base;

/** Unix socket that receives datagrams, like systemd's. */
public final class NotificationReceiver implements AutoCloseable {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM = 2;
  private static final int SOL_SOCKET = 1;
  private static final int SO_RCVTIMEO = 20;
  private static final int PATH = 2;
  private static final int ADDRESS = 110;
  private static final int MAX_MESSAGE = 4_096;
  private static final int TIMEVAL = 16;

  private final int descriptor;

  /**
   * Opens a socket.
   *
   * @param name a path, or the name of an abstract socket after {@code @}
   */
  public NotificationReceiver(String name) {
    descriptor = (int) call("socket", AF_UNIX, SOCK_DGRAM, 0);
    try (Arena arena = Arena.ofConfined()) {
      byte[] path = name.replace('@', '\0').getBytes(StandardCharsets.UTF_8);
      MemorySegment address = arena.allocate(ADDRESS, Short.BYTES);
      address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
      MemorySegment.copy(path, 0, address, ValueLayout.JAVA_BYTE, PATH, path.length);
      int length = PATH + path.length + (name.startsWith("@") ? 0 : 1);
      if (descriptor < 0 || call("bind", descriptor, address, length) != 0) {
        throw new IllegalStateException(name + " cannot be opened");
      }
    }
  }

  /** Returns the next datagram if one arrives in time. */
  public Optional<String> next(Duration patience) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment timeout = arena.allocate(TIMEVAL, Long.BYTES);
      timeout.set(ValueLayout.JAVA_LONG, 0, patience.toSeconds());
      timeout.set(ValueLayout.JAVA_LONG, Long.BYTES, patience.toNanosPart() / 1_000L);
      call("setsockopt", descriptor, SOL_SOCKET, SO_RCVTIMEO, timeout, TIMEVAL);
      MemorySegment text = arena.allocate(MAX_MESSAGE);
      long size = call("recv", descriptor, text, (long) MAX_MESSAGE, 0);
      return size < 0
          ? Optional.empty()
          : Optional.of(
              new String(
                  text.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() {
    call("close", descriptor);
  }

  /** Calls a function of the C library whose result is a number. */
  @SuppressWarnings("restricted")
  private static long call(String name, Object... arguments) {
    var linker = Linker.nativeLinker();
    var layouts = new MemoryLayout[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      layouts[i] =
          switch (arguments[i]) {
            case Integer any -> ValueLayout.JAVA_INT;
            case Long any -> ValueLayout.JAVA_LONG;
            default -> ValueLayout.ADDRESS;
          };
    }
    var result = name.equals("recv") ? ValueLayout.JAVA_LONG : ValueLayout.JAVA_INT;
    var function =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, layouts));
    try {
      return ((Number) function.invokeWithArguments(arguments)).longValue();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
