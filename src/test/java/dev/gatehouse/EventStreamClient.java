package dev.gatehouse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One open event stream over a plain connection; reads until it is closed from either side. */
public final class EventStreamClient implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 10;

  private final Socket socket;
  private final Consumer<Event> heard;
  private final List<Event> events = new CopyOnWriteArrayList<>();
  private final List<String> head = new CopyOnWriteArrayList<>();
  private final CountDownLatch answered = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** An event as a browser would hand it over. */
  public record Event(String lastEventId, String data) {}

  public EventStreamClient(String address, String target, Map<String, String> headers) {
    this(address, target, headers, event -> {});
  }

  /**
   * @param heard is told of each event as it comes
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

  public void awaitEnd() {
    await(ended, "the end");
  }

  private void read() {
    try (var in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        head.add(line.toLowerCase(Locale.ROOT));
      }
      answered.countDown();
      String id = "";
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        // Chunk sizes stand on lines of their own, which no field of ours looks like.
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          var event = new Event(id, line.substring(6));
          events.add(event);
          heard.accept(event);
        }
      }
    } catch (IOException closed) {
      // The test has read enough.
    } finally {
      answered.countDown();
      ended.countDown();
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
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
