package dev.gatehouse.http.exchange;

import dev.gatehouse.formats.HttpDate;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.InstantSource;

/** Date header of one event loop's replies, formatted once a second. */
public final class ReplyDate {
  private static final long MILLIS = 1_000;

  private final InstantSource clock;
  private long second = -1;
  private CharSequence text;

  public ReplyDate(InstantSource clock) {
    this.clock = clock;
  }

  CharSequence now() {
    long now = Math.floorDiv(clock.millis(), MILLIS);
    if (now != second) {
      second = now;
      text = HttpHeaders.createOptimized(HttpDate.text(Instant.ofEpochSecond(now)));
    }
    return text;
  }
}
