package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

/** A manual HTTP/1.1 connection, for slow clients. */
final class Wire implements AutoCloseable {
  private final Socket socket;

  Wire(URI address) throws IOException {
    socket = new Socket(address.getHost(), address.getPort());
  }

  Wire send(String text) throws IOException {
    return send(text.getBytes(ISO_8859_1), 0, text.length());
  }

  Wire send(byte[] bytes, int offset, int length) throws IOException {
    socket.getOutputStream().write(bytes, offset, length);
    socket.getOutputStream().flush();
    return this;
  }

  /** Reads the head of a reply, up to its empty line. */
  String head() throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("ended after " + head.toString(ISO_8859_1));
      }
      head.write(next);
    }
    return head.toString(ISO_8859_1);
  }

  byte[] read(int length) throws IOException {
    return socket.getInputStream().readNBytes(length);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
