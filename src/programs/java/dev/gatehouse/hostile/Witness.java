package dev.gatehouse.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.time.Duration;

/** A client that sends one request at a time, several a second, and expects to be served. */
abstract class Witness implements AutoCloseable {
  static final String FORM = "Content-Type: multipart/form-data; boundary=b";

  private final WitnessRecord record;
  private final Duration period;
  private final Thread thread = Thread.ofPlatform().unstarted(this::run);
  private volatile boolean ended;

  /**
   * @param period time between two requests
   */
  Witness(WitnessRecord record, Duration period) {
    this.record = record;
    this.period = period;
  }

  /** Sends the next request. */
  abstract void step(int number) throws InterruptedException;

  void begin() {
    thread.start();
  }

  final WitnessRecord record() {
    return record;
  }

  final boolean ended() {
    return ended;
  }

  /** Ends after the current request. */
  @Override
  public void close() {
    ended = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      for (int number = 0; !ended; number++) {
        step(number);
        Thread.sleep(period);
      }
    } catch (InterruptedException closed) {
      // The witness has been closed.
    }
  }

  /** Returns a request without a body. */
  static byte[] get(String path, String... headers) {
    return request("GET " + path, new byte[0], headers);
  }

  static byte[] request(String line, byte[] body, String... headers) {
    StringBuilder head =
        new StringBuilder(line).append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    if (!line.startsWith("GET ")) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    byte[] begin = head.append("\r\n").toString().getBytes(ISO_8859_1);
    byte[] all = new byte[begin.length + body.length];
    System.arraycopy(begin, 0, all, 0, begin.length);
    System.arraycopy(body, 0, all, begin.length, body.length);
    return all;
  }

  /** Returns a form with one file, of the type {@link #FORM}. */
  static byte[] form(String field, String name, byte[] file) {
    var body = new ByteArrayOutputStream();
    String head =
        "--b\r\nContent-Disposition: form-data; name=\""
            + field
            + "\"; filename=\""
            + name
            + "\"\r\n\r\n";
    body.writeBytes(head.getBytes(ISO_8859_1));
    body.writeBytes(file);
    body.writeBytes("\r\n--b--\r\n".getBytes(ISO_8859_1));
    return body.toByteArray();
  }
}
