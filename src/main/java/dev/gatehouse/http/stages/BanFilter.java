package dev.gatehouse.http.stages;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Origin;
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
import java.util.Map;

/** Second stage: who is banned, or touches what only scanners touch, gets no further. */
public final class BanFilter {
  static final String BLOCKED = "this address is blocked";

  private static final Duration STORE_TIME = Duration.ofSeconds(5);
  private static final int RETRY_SECONDS = 5;

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
          .onSuccess(unstored ->
              Replies.fail(exchange, unstored == null ? blocked(address.key()) : unstored));
      return false;
    }
    return true;
  }

  /**
   * Bans the client's address, if it may be banned at all; the future holds null once that is
   * stored, or else what to say to a client that cannot be banned now.
   *
   * @param length null for the next step of the ladder
   */
  Future<Failure> ban(Exchange exchange, String reason, Duration length) {
    if (!exchange.address.mayBeBanned()) {
      return Future.succeededFuture();
    }
    Map<String, Object> body =
        length == null
            ? Map.of("address", exchange.address.key(), "reason", reason)
            : Map.of(
                "address", exchange.address.key(), "reason", reason, "seconds", length.toSeconds());
    return ask(exchange, "access.ban", body);
  }

  /**
   * Tells the access area of a failed attempt. The future holds null once it is counted, or else
   * what to answer: others that came at the same time have used the address's attempts up, or it
   * could not be counted; then the client must not learn what was wrong.
   */
  Future<Failure> failedAttempt(Exchange exchange) {
    return ask(exchange, "access.failedAttempt", Map.of());
  }

  /**
   * Asks whether the address has an attempt left; the future holds null if it has, or else what to
   * answer.
   */
  Future<Failure> mayTry(Exchange exchange) {
    return ask(exchange, "access.mayTry", Map.of());
  }

  /** Whoever has no clear answer of the access area is asked to come again, and never banned. */
  private Future<Failure> ask(Exchange exchange, String operation, Map<String, Object> body) {
    return dispatcher
        .dispatch(message(exchange, operation, body))
        .map(reply ->
            switch (reply) {
              case Answer answer -> null;
              case Failure failure when failure.status() == 403 || failure.status() == 429 ->
                  failure;
              case Failure failure ->
                  Failure.busy("attempts cannot be counted at the moment", RETRY_SECONDS)
                      .because(operation + ": " + failure.status() + " " + failure.detail());
            });
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
    Caller caller = Caller.nobody(exchange.address.key(), exchange.address.mayBeBanned());
    return Call.message(operation, new Origin(exchange.requestId, caller, ""), STORE_TIME, body);
  }
}
