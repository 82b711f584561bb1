package dev.gatehouse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that have to be told theirs, or that come back at the same one. */
public final class FreePort {
  private static final int FIRST = 20_000;
  private static final int COUNT = 12_000;

  private FreePort() {}

  /**
   * A port that nobody listens at, and that the system gives nobody who asks for any: while its
   * server is not there yet, or away, no other test comes by it.
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

  /** Returns whether nobody listens at a port. */
  public static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
