package dev.gatehouse.http.exchange;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses whole replies for clients that take gzip. The server's own compression is off: with it
 * in the pipeline no file goes out by {@code sendFile}, which costs four times the processor.
 */
public final class Compression {
  /** The size from which compression is worth the work; less fits into a packet anyway. */
  private static final int SMALLEST = 1_024;

  private Compression() {}

  /** The body to send, with the headers that say what it is. */
  static Buffer of(Exchange exchange, Buffer plain) {
    if (plain.length() < SMALLEST) {
      return plain;
    }
    exchange.response().headers().add("Vary", "Accept-Encoding");
    if (!accepted(exchange)) {
      return plain;
    }
    exchange.response().putHeader("Content-Encoding", "gzip");
    return gzip(plain);
  }

  /** Returns whether the client takes gzip; a quality of 0 means it does not. */
  public static boolean accepted(Exchange exchange) {
    String header = exchange.request.getHeader("Accept-Encoding");
    if (header == null) {
      return false;
    }
    for (String coding : header.toLowerCase(Locale.ROOT).split(",")) {
      String[] parts = coding.split(";", 2);
      if (parts[0].strip().equals("gzip")) {
        return parts.length == 1 || !parts[1].strip().matches("q\\s*=\\s*0(\\.0*)?");
      }
    }
    return false;
  }

  public static Buffer gzip(Buffer plain) {
    var out = new ByteArrayOutputStream(plain.length() / 2);
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(plain.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Buffer.buffer(out.toByteArray());
  }
}
