package dev.gatehouse.trading;

import dev.gatehouse.provider.StaleOnErrorCache;
import dev.gatehouse.provider.Upstream;
import dev.gatehouse.provider.UpstreamReply;
import dev.gatehouse.provider.UpstreamRequest;
import dev.gatehouse.trading.TradingSettings.BrokerSettings;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Positions as an Alpaca-like broker tells them; what it told last serves while it fails. */
final class Broker {
  static final Upstream.Limits LIMITS = new Upstream.Limits(Duration.ofSeconds(10), 1 << 20);
  private static final Duration FRESH = Duration.ofSeconds(60);
  private static final Duration STALE = Duration.ofHours(24);

  private final Upstream upstream;
  private final UpstreamRequest request;
  private final StaleOnErrorCache<List<Positions.Position>> remembered;

  /** The broker that is set, if one is. */
  static Optional<Broker> of(
      Vertx vertx, BrokerSettings settings, InstantSource clock, RandomGenerator random) {
    return settings.url().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Broker(
                new Upstream(vertx, "trading", LIMITS, reply -> false, clock, random),
                settings,
                clock));
  }

  Broker(Upstream upstream, BrokerSettings settings, InstantSource clock) {
    this.upstream = upstream;
    this.request =
        new UpstreamRequest(
            HttpMethod.GET,
            settings.url().replaceFirst("/+$", "") + "/v2/positions",
            Map.of(
                "APCA-API-KEY-ID", settings.keyId(),
                "APCA-API-SECRET-KEY", settings.secret()),
            null,
            true);
    this.remembered = new StaleOnErrorCache<>(FRESH, STALE, 1, clock);
  }

  /**
   * Its positions, at most a minute old, or a day while it fails; blocks.
   *
   * @throws dev.gatehouse.bus.FailureException 502, 503 or 504 when there is nothing to serve
   */
  StaleOnErrorCache.Fetched<List<Positions.Position>> positions() {
    return remembered.get("positions", this::fetch);
  }

  private List<Positions.Position> fetch() {
    UpstreamReply reply = upstream.send(request);
    if (!reply.ok()) {
      throw upstream.failed("status " + reply.status());
    }
    try {
      return BrokerPosition.grouped(List.of(reply.body(BrokerPosition[].class)));
    } catch (UncheckedIOException
        | NullPointerException
        | ArithmeticException
        | DateTimeException e) {
      // Not its message, which may quote the reply.
      throw upstream.failed("a reply that is not understood: " + e.getClass().getSimpleName());
    }
  }
}
