package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.TradingModule.TradingSettings.BrokerSettings;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.Providers;

/**
 * Reads positions from an Alpaca-like broker. While the broker fails, the last positions are
 * served.
 */
final class Broker {
  static final ProviderOptions OPTIONS = ProviderOptions.of("trading");
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(24));

  private static final int MAX_POSITIONS = 10_000;

  private final ProviderClient provider;
  private final ProviderRequest request;
  private final ProviderCache<List<Positions.Position>> positionCache;

  static Optional<Broker> of(Providers providers, BrokerSettings settings) {
    return PlainText.nonEmpty(settings.url())
        .map(url -> new Broker(providers.client(OPTIONS), settings));
  }

  Broker(ProviderClient provider, BrokerSettings settings) {
    this.provider = provider;
    this.request =
        ProviderRequest.get(settings.url().replaceFirst("/+$", "") + "/v2/positions")
            .with("APCA-API-KEY-ID", settings.keyId())
            .with("APCA-API-SECRET-KEY", settings.secret());
    this.positionCache = provider.cache(AGES, 1);
  }

  /** Returns positions of up to a minute, and up to a day old while the broker fails. */
  ProviderCache.Fetched<List<Positions.Position>> positions() {
    return positionCache.get("positions", this::fetch);
  }

  private List<Positions.Position> fetch() {
    List<BrokerPosition> positions =
        provider.wholeList(provider.call(request), "", BrokerPosition.class, MAX_POSITIONS);
    return BrokerPosition.grouped(positions);
  }
}
