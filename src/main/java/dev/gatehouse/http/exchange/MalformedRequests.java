package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** Replies to bytes that are not a valid HTTP request. */
public final class MalformedRequests {
  private MalformedRequests() {}

  public static ApiError failure(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException line -> ApiError.of(414, "the request line is too long");
      case TooLongHttpHeaderException head -> ApiError.of(431, "the request head is too large");
      case FramingFilter.UnknownVersionException version ->
          ApiError.of(505, "HTTP/1.0, HTTP/1.1 and HTTP/2 over TLS are spoken here");
      case null, default -> ApiError.of(400, "this is no HTTP request");
    };
  }
}
