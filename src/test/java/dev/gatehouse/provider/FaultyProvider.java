package dev.gatehouse.provider;

import module java.base;

/** A provider on loopback. A test controls its response bytes and its faults. */
final class FaultyProvider implements AutoCloseable {
  private final ServerSocket server;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile Script script = Script.text("{}");

  /** A received request, with lower-case header names. */
  record Asked(String method, String target, Map<String, String> headers, String body) {}

  /** Responds to a request. */
  @FunctionalInterface
  interface Script {
    void answer(Asked asked, OutputStream out) throws IOException, InterruptedException;

    /** Returns a script for status 200 with JSON, and headers as whole lines. */
    static Script text(String body, String... headers) {
      return status(200, body, headers);
    }

    static Script status(int status, String body, String... headers) {
      return bytes(status, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    static Script bytes(int status, byte[] body, String... headers) {
      return (asked, out) -> {
        out.write(head(status, body.length, headers));
        out.write(body);
      };
    }

    /** Runs the scripts one after the other, then repeats the last. */
    static Script turns(Script... scripts) {
      var turn = new java.util.concurrent.atomic.AtomicInteger();
      return (asked, out) ->
          scripts[Math.min(turn.getAndIncrement(), scripts.length - 1)].answer(asked, out);
    }
  }

  FaultyProvider() {
    try {
      server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  void does(Script next) {
    script = next;
  }

  List<Asked> asked() {
    return asked;
  }

  /** Returns the number of open connections. */
  int connections() {
    return open.size();
  }

  /** Sends no answer until the provider is closed. */
  void hang() throws InterruptedException {
    closing.await();
  }

  static byte[] head(int status, long length, String... headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Said\r\n");
    Arrays.stream(headers).forEach(line -> head.append(line).append("\r\n"));
    if (length >= 0) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns the given number of zeros, compressed. */
  static byte[] gzip(int zeros) {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      byte[] some = new byte[1 << 16];
      for (int left = zeros; left > 0; left -= some.length) {
        gzip.write(some, 0, Math.min(left, some.length));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      conversation(socket);
    } catch (IOException e) {
      // The client has disconnected.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  private void conversation(Socket socket) throws IOException, InterruptedException {
    InputStream in = socket.getInputStream();
    try {
      for (Asked next = read(in); next != null; next = read(in)) {
        asked.add(next);
        script.answer(next, socket.getOutputStream());
        socket.getOutputStream().flush();
      }
    } catch (ResetException e) {
      socket.setSoLinger(true, 0);
    }
  }

  /** Thrown by a script to reset the connection. */
  static final class ResetException extends IOException {
    private static final long serialVersionUID = 1;
  }

  private static Asked read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String[] halves = line.split(": ?", 2);
      headers.put(halves[0].toLowerCase(Locale.ROOT), halves[1]);
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    String[] words = first.split(" ");
    return new Asked(words[0], words[1], headers, body);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
