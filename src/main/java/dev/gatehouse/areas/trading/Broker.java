package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.TradingSettings.BrokerSettings;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.Providers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Positions as an Alpaca-like broker tells them; what it told last serves while it fails. */
final class Broker {
  static final ProviderOptions OPTIONS = ProviderOptions.of("trading");
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(24));

  private final ProviderClient provider;
  private final ProviderRequest request;
  private final ProviderCache<List<Positions.Position>> remembered;

  /** The broker that is set, if one is. */
  static Optional<Broker> of(Providers providers, BrokerSettings settings) {
    return settings.url().isEmpty()
        ? Optional.empty()
        : Optional.of(new Broker(providers.client(OPTIONS), settings));
  }

  Broker(ProviderClient provider, BrokerSettings settings) {
    this.provider = provider;
    this.request =
        ProviderRequest.get(settings.url().replaceFirst("/+$", "") + "/v2/positions")
            .with("APCA-API-KEY-ID", settings.keyId())
            .with("APCA-API-SECRET-KEY", settings.secret());
    this.remembered = provider.cache(AGES, 1);
  }

  /**
   * Its positions: at most a minute old, older ones while new ones are fetched, and a day old while
   * it fails.
   *
   * @throws dev.gatehouse.bus.ApiException 502, 503 or 504 when there is nothing to serve
   */
  ProviderCache.Fetched<List<Positions.Position>> positions() {
    return remembered.get("positions", this::fetch);
  }

  private List<Positions.Position> fetch() {
    return provider.read(
        provider.call(request),
        BrokerPosition[].class,
        positions -> BrokerPosition.grouped(List.of(positions)));
  }
}
