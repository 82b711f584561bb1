package dev.gatehouse;

import module java.base;

/**
 * A proxy that can freeze, delay or cut connections. A frozen proxy accepts connections but passes
 * no bytes. A delayed one holds replies back. A cut one closes a connection while the client sends.
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

  /** Forwards new connections to another server from now on. */
  public void leadTo(int port) {
    target = port;
  }

  /** Passes the held bytes and all further bytes. */
  public void thaw() {
    frozen = false;
  }

  /** Delays everything that the server sends. */
  public void delay(Duration delay) {
    delayNanos = delay.toNanos();
  }

  /** Closes each connection on which a client sends more than this number of bytes, from now on. */
  public void cutBeyond(long bytes) {
    mostSent = bytes;
  }

  /** Returns the number of open sockets. Each proxied connection has two. */
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
      // One side has closed, so the other side is closed too.
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
