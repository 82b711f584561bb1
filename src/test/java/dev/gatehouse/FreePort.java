package dev.gatehouse;

import module java.base;

/** Ports for servers that need a fixed port, or that restart on the same port. */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int COUNT = 12_000;

  private FreePort() {}

  /**
   * Returns a free port outside the system's ephemeral range, so that no other test gets it while
   * its server is not running.
   */
  public static int next() {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = FIRST + ThreadLocalRandom.current().nextInt(COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("there is no free port");
  }

  /** Returns whether no server listens on a port. */
  public static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
