package dev.gatehouse;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * A server between a client and another server, which can fall silent: connections stay open and
 * are accepted, but no byte passes any more; or slow: what comes back comes later; or cut: a
 * connection ends amid what a client sends.
 */
public final class FrozenProxy implements AutoCloseable {
  private static final int PIECE = 16_384;
  private static final long LOOK_NANOS = 1_000_000;

  private final ServerSocket server;
  private volatile int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean frozen;
  private volatile long delayNanos;
  private volatile long mostSent = Long.MAX_VALUE;
  private volatile boolean closed;

  public FrozenProxy(int target) throws IOException {
    this.target = target;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  public void freeze() {
    frozen = true;
  }

  /** Leads to another server from now on. */
  public void leadTo(int port) {
    target = port;
  }

  /** Lets pass what has been held back, and what comes. */
  public void thaw() {
    frozen = false;
  }

  /** Holds back everything that the server sends, for so long. */
  public void delay(Duration delay) {
    delayNanos = delay.toNanos();
  }

  /** Closes each connection on which a client sends more bytes than these, from now on. */
  public void cutBeyond(long bytes) {
    mostSent = bytes;
  }

  /** The connections that neither side has closed; each has two ends here. */
  public long open() {
    return sockets.stream().filter(socket -> !socket.isClosed()).count();
  }

  private void accept() {
    try {
      while (!closed) {
        connect(server.accept());
      }
    } catch (IOException end) {
      // The proxy was closed.
    }
  }

  private void connect(Socket client) throws IOException {
    try {
      Socket there = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.addAll(List.of(client, there));
      Thread.ofVirtual().start(() -> copy(client, there, false));
      Thread.ofVirtual().start(() -> copy(there, client, true));
    } catch (IOException away) {
      client.close();
    }
  }

  private void copy(Socket from, Socket to, boolean back) {
    byte[] piece = new byte[PIECE];
    long sent = 0;
    try (from;
        to) {
      InputStream in = from.getInputStream();
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        sent += read;
        if (!back && sent > mostSent) {
          return;
        }
        long due = System.nanoTime() + (back ? delayNanos : 0);
        while ((frozen || System.nanoTime() < due) && !closed) {
          LockSupport.parkNanos(LOOK_NANOS);
        }
        to.getOutputStream().write(piece, 0, read);
      }
    } catch (IOException gone) {
      // One side has closed; the other one is closed with it.
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
