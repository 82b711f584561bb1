package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** Replies to bytes that are not a valid HTTP request. */
public final class MalformedRequests {
  private MalformedRequests() {}

  public static ApiError failure(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException line ->
          ApiError.of(ErrorCode.URI_TOO_LONG, "the request line is too long");
      case TooLongHttpHeaderException head ->
          ApiError.of(ErrorCode.HEADERS_TOO_LARGE, "the request head is too large");
      case ClientConnection.FramingFilter.UnknownVersionException version ->
          ApiError.of(
              ErrorCode.HTTP_VERSION_UNSUPPORTED,
              "the supported versions are HTTP/1.0, HTTP/1.1 and HTTP/2 over TLS");
      case null, default -> ApiError.of(ErrorCode.REQUEST_MALFORMED, "this is not an HTTP request");
    };
  }
}
