package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import io.vertx.core.json.JsonObject;

/** A connection that sends arbitrary bytes and reads replies as HTTP/1.1. */
public final class RawClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Socket socket;
  private final InputStream in;

  public RawClient(String address) throws IOException {
    this(connected(URI.create(address)));
  }

  /**
   * @param socket an open connection, which the client closes
   */
  public RawClient(Socket socket) throws IOException {
    this.socket = socket;
    in = new BufferedInputStream(socket.getInputStream());
  }

  private static Socket connected(URI address) throws IOException {
    Socket socket = new Socket(address.getHost(), address.getPort());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.setTcpNoDelay(true);
    return socket;
  }

  /** A reply; its header names are case-insensitive. */
  public record Reply(int status, Map<String, String> headers, byte[] body) {
    public String header(String name) {
      return headers.get(name);
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    public JsonObject json() {
      return new JsonObject(text());
    }

    public String error() {
      return json().getString("error");
    }

    public String code() {
      return json().getString("code");
    }

    /** Fails with the body unless the reply has this status. */
    public Reply expect(int expected) {
      assertEquals(expected, status, this::text);
      return this;
    }

    /** Fails with the body unless the reply is this error. */
    public Reply expect(int expected, String code) {
      assertEquals(expected + " " + code, status + " " + code(), this::text);
      return this;
    }
  }

  /** Sends text unchanged; every character is one byte. */
  public RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** Reads the next reply. A reply to HEAD has no body, regardless of its headers. */
  public Reply read(boolean head) throws IOException {
    String status = line();
    if (!status.startsWith("HTTP/1.")) {
      throw new IOException("no status line: " + status);
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon), line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
    }
    int code = Integer.parseInt(status.substring(9, 12));
    boolean bare = head || code < 200 || code == 204 || code == 304;
    return new Reply(code, headers, bare ? new byte[0] : body(headers));
  }

  public Reply read() throws IOException {
    return read(false);
  }

  /** Sends a request line and headers without a body, and reads the reply. */
  public Reply ask(String line, String... headers) throws IOException {
    return send(head(line, headers)).read(line.startsWith("HEAD "));
  }

  /** Sends a request line and headers on their own connection. Returns the reply. */
  public static Reply once(String address, String line, String... headers) throws IOException {
    try (var client = new RawClient(address)) {
      return client.ask(line, headers);
    }
  }

  /** Returns a request head: line, Host, the headers, an empty line. */
  public static String head(String line, String... headers) {
    StringBuilder head = new StringBuilder(line).append(" HTTP/1.1\r\nHost: localhost\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  /**
   * Waits until the server closes, and discards further bytes. Returns false if it does not close.
   */
  public boolean closedByServer() throws IOException {
    try {
      while (in.read() >= 0) {
        // what came before the end does not matter
      }
      return true;
    } catch (SocketException reset) {
      return true;
    } catch (java.net.SocketTimeoutException open) {
      return false;
    }
  }

  /** Returns the number of received bytes that were not read as part of a reply. */
  public int available() throws IOException {
    return in.available();
  }

  /** Reads only this number of bytes, like a media player that leaves mid-file. */
  public byte[] readSome(int bytes) throws IOException {
    return in.readNBytes(bytes);
  }

  /** Aborts the connection, so that the server sees a reset. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private byte[] body(Map<String, String> headers) throws IOException {
    if (headers.containsKey("Content-Length")) {
      int length = Integer.parseInt(headers.get("Content-Length"));
      byte[] body = in.readNBytes(length);
      if (body.length < length) {
        throw new EOFException("the body ends after " + body.length + " of " + length);
      }
      return body;
    }
    if (!"chunked".equals(headers.get("Transfer-Encoding"))) {
      return in.readAllBytes();
    }
    var body = new ByteArrayOutputStream();
    for (int size = chunk(); size > 0; size = chunk()) {
      body.write(in.readNBytes(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the connection has ended after \"" + line + "\"");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
