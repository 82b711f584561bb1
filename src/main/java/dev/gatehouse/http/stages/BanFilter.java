package dev.gatehouse.http.stages;

import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.gate.BaitPaths;
import dev.gatehouse.gate.Bans;
import dev.gatehouse.gate.ClientAddress;
import dev.gatehouse.gate.RateLimitHeaders;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Second stage: who is banned, or touches what only scanners touch, gets no further. */
public final class BanFilter {
  static final String BLOCKED = "this address is blocked";

  private static final Logger LOG = LoggerFactory.getLogger(BanFilter.class);
  private static final long STORE_MILLIS = 5_000;

  private final Bans bans;
  private final BaitPaths baits;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  public BanFilter(Bans bans, BaitPaths baits, Dispatcher dispatcher, InstantSource clock) {
    this.bans = bans;
    this.baits = baits;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /** Returns whether the request may go on; otherwise it is answered. */
  public boolean admits(Exchange exchange) {
    ClientAddress address = exchange.address;
    if (address.mayBeBanned() && bans.banned(address.key(), clock.instant()).isPresent()) {
      Replies.fail(exchange, blocked(address.key()));
      return false;
    }
    if (address.mayBeBanned()
        && baits.bans(
            exchange.request.path() == null ? "" : exchange.request.path(),
            exchange.request.getHeader("Sec-Fetch-Site"),
            exchange.request.getHeader("Sec-Fetch-Dest"))) {
      ban(exchange, "bait path", null)
          .onComplete(stored -> Replies.fail(exchange, blocked(address.key())));
      return false;
    }
    return true;
  }

  /**
   * Bans the client's address, if it may be banned at all; the future completes when that is
   * stored, and even if it cannot be.
   *
   * @param length null for the next step of the ladder
   */
  Future<?> ban(Exchange exchange, String reason, Duration length) {
    if (!exchange.address.mayBeBanned()) {
      return Future.succeededFuture();
    }
    Map<String, Object> body =
        length == null
            ? Map.of("address", exchange.address.key(), "reason", reason)
            : Map.of(
                "address", exchange.address.key(), "reason", reason, "seconds", length.toSeconds());
    return dispatcher
        .dispatch(message(exchange, "access.ban", body))
        .onSuccess(reply -> {
          if (reply instanceof Failure failure) {
            LOG.error(
                "a ban could not be stored: {} request={}", failure.message(), exchange.requestId);
          }
        });
  }

  /**
   * Tells the access area of a failed attempt. False when the address had none left: others that
   * came at the same time have used them up, and this one must not learn what was wrong.
   */
  Future<Boolean> failedAttempt(Exchange exchange) {
    return dispatcher
        .dispatch(message(exchange, "access.failedAttempt", Map.of()))
        .map(reply -> !(reply instanceof Failure failure && failure.status() == 403));
  }

  public boolean banned(Exchange exchange) {
    return exchange.address.mayBeBanned()
        && bans.banned(exchange.address.key(), clock.instant()).isPresent();
  }

  /** The answer that a banned client reads, and when it may come back. */
  Failure blocked(String address) {
    Instant now = clock.instant();
    Map<String, String> headers =
        bans.banned(address, now)
            .flatMap(ban -> ban.left(now))
            .map(left -> Map.of("Retry-After", RateLimitHeaders.retryAfter(left)))
            .orElse(Map.of());
    return new Failure(403, BLOCKED, headers, "");
  }

  private Call message(Exchange exchange, String operation, Map<String, Object> body) {
    return new Call(
        operation,
        exchange.requestId,
        clock.millis() + STORE_MILLIS,
        Caller.nobody(exchange.address.key(), exchange.address.mayBeBanned()),
        "",
        Map.of(),
        body,
        List.of());
  }
}
