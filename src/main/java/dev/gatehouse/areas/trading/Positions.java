package dev.gatehouse.areas.trading;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.StoredTime;

/**
 * Serves current positions, with options under their underlying. They come from the broker if one
 * is configured, and otherwise from the last PUT. Account and cash data are never included.
 */
public final class Positions {
  private static final String CURRENT = "current";

  private final DocumentCollection<Stored> sets;
  private final Optional<Broker> broker;
  private final InstantSource clock;

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Position(
      String symbol,
      String assetClass,
      String side,
      BigDecimal quantity,
      @JsonUnwrapped Valuation valuation,
      List<OptionPosition> options) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record OptionPosition(
      String symbol,
      String type,
      BigDecimal strike,
      String expiration,
      BigDecimal contracts,
      @JsonUnwrapped Valuation valuation) {}

  /** The valuation of a holding, with the field names of a position or option. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Valuation(
      BigDecimal averageEntryPrice,
      BigDecimal currentPrice,
      BigDecimal marketValue,
      BigDecimal costBasis,
      BigDecimal unrealizedProfit,
      BigDecimal unrealizedProfitPercent) {
    static final Valuation UNKNOWN = new Valuation(null, null, null, null, null, null);
  }

  private record PositionsRequest(List<Position> positions) {}

  record Stored(String id, List<Position> positions, Instant lastUpdated) {}

  private record Reply(
      boolean success,
      List<Position> positions,
      int count,
      Instant lastUpdated,
      @JsonUnwrapped Freshness freshness) {}

  public Positions(Documents documents, Optional<Broker> broker, InstantSource clock) {
    this.sets = documents.collection("positions", Stored.class);
    this.broker = broker;
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "trading.positions", Area.returning(Reply.class, this::get),
        "trading.putPositions", Area.returning(Done.class, PositionsRequest.class, this::put));
  }

  private Answer get(Call call) {
    if (broker.isPresent()) {
      var fetched = broker.get().positions();
      Freshness freshness = Freshness.of(fetched);
      return reply(fetched.value(), freshness.fetchedAt(), freshness)
          .with(freshness.headers(clock.instant()));
    }
    Optional<Stored> stored = sets.find(CURRENT);
    return reply(
        stored.map(Stored::positions).orElse(List.of()),
        stored.map(Stored::lastUpdated).orElse(null),
        Freshness.NONE);
  }

  private static Answer reply(List<Position> positions, Instant lastUpdated, Freshness freshness) {
    return Answer.ok(new Reply(true, positions, positions.size(), lastUpdated, freshness));
  }

  /**
   * Stores positions. Rejected if a broker is configured, because stored positions would never be
   * shown.
   */
  private Answer put(Call call, PositionsRequest request) {
    if (broker.isPresent()) {
      throw ApiException.of(
          ErrorCode.MANAGED_BY_SOURCE,
          "the positions come from the broker: GATEHOUSE_TRADING_POSITIONS_URL is set");
    }
    List<Position> positions = request.positions();
    Instant now = StoredTime.now(clock);
    sets.save(new Stored(CURRENT, positions, now), CURRENT);
    return Done.answer("there are " + positions.size() + " positions");
  }
}
