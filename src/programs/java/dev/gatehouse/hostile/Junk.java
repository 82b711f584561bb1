package dev.gatehouse.hostile;

import module java.base;

/** Hostile bytes for the ports of a cluster node. */
final class Junk {
  private static final int MEGABYTE = 1 << 20;
  private static final int STREAM = 100 * MEGABYTE;
  private static final int MANY = 64;

  /**
   * One kind of bytes.
   *
   * @param connections opened at the same time
   * @param tls client context; null sends the bytes without TLS
   */
  record Kind(String name, int connections, SSLContext tls, Sender sender) {}

  /** Sends the bytes of one connection. */
  interface Sender {
    void send(Socket socket, OutputStream out) throws IOException, InterruptedException;
  }

  /** Clients with a node's certificate, with those of others, and without. */
  record Clients(SSLContext node, SSLContext stranger, SSLContext expired, SSLContext none) {}

  private final List<Kind> kinds = new ArrayList<>();
  private final Random random;

  Junk(Clients clients, long seed) {
    random = new Random(seed);
    raw();
    hazelcast("", null);
    bus("", null);
    records();
    tls(clients);
    hazelcast("tls-", clients.node());
    bus("tls-", clients.node());
  }

  List<Kind> kinds() {
    return List.copyOf(kinds);
  }

  private void add(String name, int connections, SSLContext tls, Sender sender) {
    kinds.add(new Kind(name, connections, tls, sender));
  }

  private void add(String name, SSLContext tls, byte[] bytes) {
    add(name, 1, tls, (socket, out) -> out.write(bytes));
  }

  private void raw() {
    add("silence", MANY, null, (socket, out) -> {});
    add("one-byte", null, new byte[1]);
    add("random-1KB", null, random(1_024));
    add("random-1MB", null, random(MEGABYTE));
    add("random-100MB", 3, null, stream(random(65_536)));
    add("zeros-100MB", 3, null, stream(new byte[65_536]));
    add("ones-100MB", 3, null, stream(filled(65_536, 0xff)));
    add("http-get", null, text("GET / HTTP/1.1\r\nHost: n1\r\n\r\n"));
    add("http-post-2GB", null, text("POST / HTTP/1.1\r\nContent-Length: 2147483647\r\n\r\n"));
    add("http2-preface", null, text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    add("ssh", null, text("SSH-2.0-OpenSSH_9.2\r\n"));
    add("memcache", null, text("get a\r\n"));
    add("reset", MANY, null, (socket, out) -> socket.setSoLinger(true, 0));
    add("half-close", MANY, null, (socket, out) -> socket.shutdownOutput());
    add("slow", 8, null, (socket, out) -> drip(out, filled(64, 'H')));
  }

  private void hazelcast(String prefix, SSLContext tls) {
    add(prefix + "packet-2GB", tls, packet(4, Integer.MAX_VALUE));
    add(prefix + "packet-negative", tls, packet(4, -1));
    add(prefix + "packet-100MB", 3, tls, begin(packet(4, STREAM), stream(new byte[65_536])));
    add(prefix + "packets-64KB", 16, tls, (socket, out) -> out.write(packet(4, 65_000)));
    add(prefix + "packet-version", tls, packet(9, 10));
    add(prefix + "packet-partial", tls, Arrays.copyOf(packet(4, 10), 9));
    add(prefix + "packets-empty", 1, tls, begin(text("HZC"), stream(head(4, 0))));
    add(prefix + "client-2GB", tls, join(text("CB2"), integer(Integer.MAX_VALUE)));
  }

  private void bus(String prefix, SSLContext tls) {
    add(prefix + "message-2GB", tls, integer(Integer.MAX_VALUE));
    add(prefix + "message-negative", tls, integer(-1));
    add(prefix + "message-empty", tls, integer(0));
    add(prefix + "message-100MB", 3, tls, begin(integer(STREAM), stream(new byte[65_536])));
    add(prefix + "messages-24MB", 16, tls, begin(integer(24 * MEGABYTE), stream(new byte[4_096])));
    add(prefix + "message-garbage", tls, join(integer(1_000), random(1_000)));
  }

  private void records() {
    add("record-16KB", null, join(new byte[] {22, 3, 3, 64, 0}, random(16_384)));
    add("record-64KB", null, join(new byte[] {22, 3, 3, -1, -1}, random(65_535)));
    add("record-partial", null, new byte[] {22, 3});
    add(
        "hello-16MB",
        3,
        null,
        begin(new byte[] {22, 3, 3, 64, 0, 1, -1, -1, -1}, stream(new byte[65_536])));
    add(
        "hello-slow",
        8,
        null,
        (socket, out) ->
            drip(out, join(new byte[] {22, 3, 3, 2, 0, 1, 0, 1, -4, 3, 3}, random(64))));
    add("alerts", 1, null, stream(new byte[] {21, 3, 3, 0, 2, 1, 0}));
    add("change-cipher", 1, null, stream(new byte[] {20, 3, 3, 0, 1, 1}));
    add("sslv2", null, join(new byte[] {-128, 46, 1, 3, 1}, random(43)));
  }

  private void tls(Clients clients) {
    add(
        "tls-1.2",
        4,
        clients.node(),
        (socket, out) -> {
          ((SSLSocket) socket).setEnabledProtocols(new String[] {"TLSv1.2"});
          out.write(1);
        });
    add("tls-no-certificate", 8, clients.none(), (socket, out) -> out.write(random(100)));
    add("tls-stranger", 8, clients.stranger(), (socket, out) -> out.write(random(100)));
    add("tls-expired", 8, clients.expired(), (socket, out) -> out.write(random(100)));
    add("tls-silence", 16, clients.node(), (socket, out) -> ((SSLSocket) socket).startHandshake());
    add("tls-random-100MB", 3, clients.node(), stream(random(65_536)));
    add(
        "tls-key-updates",
        1,
        clients.node(),
        (socket, out) -> {
          out.write(text("HZC"));
          for (int i = 0; i < 1_000; i++) {
            // With TLS 1.3 this sends a key update.
            ((SSLSocket) socket).startHandshake();
          }
        });
  }

  private static Sender begin(byte[] first, Sender then) {
    return (socket, out) -> {
      out.write(first);
      then.send(socket, out);
    };
  }

  /** Repeats a block until 100 MB are written or the connection ends. */
  private static Sender stream(byte[] block) {
    byte[] large = new byte[Math.max(1, 65_536 / block.length) * block.length];
    for (int i = 0; i < large.length; i += block.length) {
      System.arraycopy(block, 0, large, i, block.length);
    }
    return (socket, out) -> {
      for (long sent = 0; sent < STREAM; sent += large.length) {
        out.write(large);
      }
    };
  }

  private static void drip(OutputStream out, byte[] bytes)
      throws IOException, InterruptedException {
    for (byte one : bytes) {
      out.write(one);
      Thread.sleep(20);
    }
  }

  private static byte[] packet(int version, int size) {
    return join(text("HZC"), head(version, size));
  }

  private static byte[] head(int version, int size) {
    return ByteBuffer.allocate(11)
        .put((byte) version)
        .putChar((char) 0)
        .putInt(-1)
        .putInt(size)
        .array();
  }

  private static byte[] integer(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
