package dev.gatehouse.areas.trading;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import java.time.Duration;

/**
 * The area's settings.
 *
 * @param logRetention retention of the bot's log; zero means unlimited
 */
record TradingSettings(Duration logRetention, BrokerSettings broker) {

  /** Settings of the broker whose positions are shown. Without one, the URL is empty. */
  record BrokerSettings(String url, String keyId, String secret) {
    BrokerSettings {
      Check.that(
          url.isEmpty() || !(keyId.isEmpty() || secret.isEmpty()),
          "trading.positionsUrl requires trading.positionsKeyId and trading.positionsSecret");
    }
  }

  static TradingSettings read(Section own) {
    return new TradingSettings(
        own.duration("logRetention"),
        new BrokerSettings(
            own.url("positionsUrl"),
            own.secret("positionsKeyId", 1),
            own.secret("positionsSecret", 1)));
  }
}
