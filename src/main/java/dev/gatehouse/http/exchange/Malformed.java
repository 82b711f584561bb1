package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.Failure;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** The answers to bytes that are no HTTP request. */
public final class Malformed {
  private Malformed() {}

  public static Failure failure(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException line -> Failure.of(414, "the request line is too long");
      case TooLongHttpHeaderException head -> Failure.of(431, "the request head is too large");
      case FramingFilter.UnknownVersionException version ->
          Failure.of(505, "HTTP/1.0, HTTP/1.1 and HTTP/2 over TLS are spoken here");
      case null, default -> Failure.of(400, "this is no HTTP request");
    };
  }
}
