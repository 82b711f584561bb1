package dev.gatehouse.trading;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Current positions, options under their underlying. No account and no cash is ever part of it. */
public final class Positions {
  private static final String CURRENT = "current";

  private final DocumentCollection<Stored> sets;
  private final InstantSource clock;

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Position(
      String symbol,
      String assetClass,
      String side,
      BigDecimal quantity,
      BigDecimal averageEntryPrice,
      BigDecimal currentPrice,
      BigDecimal marketValue,
      BigDecimal costBasis,
      BigDecimal unrealizedProfit,
      BigDecimal unrealizedProfitPercent,
      List<Option> options) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Option(
      String symbol,
      String type,
      BigDecimal strike,
      String expiration,
      BigDecimal contracts,
      BigDecimal averageEntryPrice,
      BigDecimal currentPrice,
      BigDecimal marketValue,
      BigDecimal costBasis,
      BigDecimal unrealizedProfit,
      BigDecimal unrealizedProfitPercent) {}

  record Stored(String id, List<Position> positions, Instant lastUpdated) {}

  private record Order(List<Position> positions) {}

  private record Reply(boolean success, List<Position> positions, int count, Instant lastUpdated) {}

  public Positions(Documents documents, InstantSource clock) {
    this.sets = documents.collection("positions", Stored.class);
    this.clock = clock;
  }

  Answer get(Call call) {
    Optional<Stored> stored = sets.find(CURRENT);
    List<Position> positions = stored.map(Stored::positions).orElse(List.of());
    return Answer.ok(
        new Reply(true, positions, positions.size(), stored.map(Stored::lastUpdated).orElse(null)));
  }

  Answer put(Call call) {
    List<Position> positions = call.body(Order.class).positions();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    sets.save(new Stored(CURRENT, positions, now), CURRENT);
    return Done.answer("there are " + positions.size() + " positions");
  }
}
