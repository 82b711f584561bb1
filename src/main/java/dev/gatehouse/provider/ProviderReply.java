package dev.gatehouse.provider;

import dev.gatehouse.bus.Json;
import io.vertx.core.MultiMap;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A provider's answer.
 *
 * @param status any
 * @param body decompressed; that of an earlier answer where the provider said "unchanged"
 */
public record ProviderReply(int status, MultiMap headers, byte[] body) {
  /** The headers in which providers name an answer, so that they can find it again. */
  private static final List<String> REQUEST_IDS =
      List.of("X-GitHub-Request-Id", "Paypal-Debug-Id", "X-Request-Id");

  private static final String REQUEST_ID = "[A-Za-z0-9:._-]{1,64}";
  private static final int FIRST_SUCCESS = 200;
  private static final int FIRST_NO_SUCCESS = 300;
  private static final int FIRST_SERVER_ERROR = 500;

  public boolean ok() {
    return status >= FIRST_SUCCESS && status < FIRST_NO_SUCCESS;
  }

  boolean serverError() {
    return status >= FIRST_SERVER_ERROR;
  }

  /** The status and the provider's own name for this answer, for the log. */
  String described() {
    return "status "
        + status
        + REQUEST_IDS.stream()
            .flatMap(name -> header(name).stream())
            .filter(id -> id.matches(REQUEST_ID))
            .findFirst()
            .map(id -> " id=" + id)
            .orElse("");
  }

  /** A header's first value. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /**
   * The pause that {@code Retry-After} asks for, in seconds or as a date; a day at most. A date is
   * read by the provider's own clock, where it says what time that shows.
   */
  public Optional<Duration> retryAfter(Instant now) {
    return header("Retry-After")
        .flatMap(text -> RetryAfterGate.retryAfter(text, RetryAfterGate.clock(this).orElse(now)));
  }

  /**
   * The JSON body as a record; fields that it does not have are ignored.
   *
   * @throws UncheckedIOException when it is none
   */
  public <T> T body(Class<T> type) {
    return Json.decode(body, type);
  }
}
