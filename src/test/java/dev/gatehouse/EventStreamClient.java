package dev.gatehouse;

import module java.base;

/** One open event stream over a plain connection; reads until it is closed from either side. */
public final class EventStreamClient implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  private final Socket socket;
  private final Consumer<Event> heard;
  private final List<Event> events = new CopyOnWriteArrayList<>();
  private final List<String> head = new CopyOnWriteArrayList<>();
  private volatile String retry = "";
  private volatile String last = "";
  private final CountDownLatch answered = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** An event as a browser would dispatch it. */
  public record Event(String lastEventId, String data) {}

  public EventStreamClient(String address, String target, Map<String, String> headers) {
    this(address, target, headers, event -> {});
  }

  /**
   * @param heard receives each event as it arrives
   */
  public EventStreamClient(
      String address, String target, Map<String, String> headers, Consumer<Event> heard) {
    this.heard = heard;
    try {
      URI uri = URI.create(address);
      socket = new Socket(uri.getHost(), uri.getPort());
      var request = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n");
      headers.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
      OutputStream out = socket.getOutputStream();
      out.write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::read);
    await(answered, "a reply");
  }

  public int status() {
    return Integer.parseInt(head.getFirst().split(" ")[1]);
  }

  public List<String> head() {
    return head;
  }

  public List<Event> events() {
    return events;
  }

  /** Returns the line that states when to reconnect; empty before it. */
  public String retry() {
    return retry;
  }

  /** Returns the ID with which the client resumes; empty before the first one. */
  public String last() {
    return last;
  }

  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  public void awaitEnd() {
    await(ended, "the end");
  }

  private void read() {
    try (var in = new BufferedInputStream(socket.getInputStream())) {
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        head.add(line.toLowerCase(Locale.ROOT));
      }
      answered.countDown();
      boolean chunked = head.contains("transfer-encoding: chunked");
      events(
          new BufferedReader(
              new InputStreamReader(chunked ? new ChunkedBody(in) : in, StandardCharsets.UTF_8)));
    } catch (IOException closed) {
      // The test has read enough.
    } finally {
      answered.countDown();
      ended.countDown();
    }
  }

  private void events(BufferedReader in) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("retry:")) {
        retry = line;
      } else if (line.startsWith("id: ")) {
        last = line.substring(4);
      } else if (line.startsWith("data: ")) {
        var event = new Event(last, line.substring(6));
        events.add(event);
        heard.accept(event);
      }
    }
  }

  /** Returns a line of a head or of a chunk size; empty at the end. */
  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString().strip();
  }

  /** Decodes a chunked body. A load balancer may split chunks anywhere. */
  private static final class ChunkedBody extends InputStream {
    private final InputStream in;
    private int left;

    ChunkedBody(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (left == 0) {
        String size = line(in);
        // The line that ends the previous chunk.
        size = size.isEmpty() ? line(in) : size;
        left = size.isEmpty() ? 0 : Integer.parseInt(size, 16);
      }
      int got = left == 0 ? -1 : in.read(into, offset, Math.min(length, left));
      left -= Math.max(0, got);
      return got;
    }
  }

  private static void await(CountDownLatch latch, String what) {
    try {
      if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("did not come: " + what);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    Unchecked.run(socket::close);
  }
}
