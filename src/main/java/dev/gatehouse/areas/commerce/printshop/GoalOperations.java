package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.printshop.books.Books;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.settings.OwnerZone;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;

/** Sales goal of a year and the number of copies sold. */
final class GoalOperations {
  private static final int DECIMALS = 4;

  private final DocumentCollection<Goal> goals;
  private final Books books;
  private final Supplier<Freshness> freshness;
  private final ResponseCache responses;
  private final Runnable changed;
  private final InstantSource clock;

  /**
   * @param freshness returns the age of the orders
   * @param changed called when answers have changed
   */
  GoalOperations(
      Documents documents,
      Books books,
      Supplier<Freshness> freshness,
      ResponseCache responses,
      Runnable changed,
      InstantSource clock) {
    this.goals = documents.collection("printshopGoals", Goal.class);
    this.books = books;
    this.freshness = freshness;
    this.responses = responses;
    this.changed = changed;
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.sellGoal", Area.returning(SellGoal.class, responses.keeping(this::get)),
        "commerce.putSellGoal",
            Area.returning(SellGoal.class, Area.accepting(SellGoalRequest.class, this::put)));
  }

  /**
   * Sales goal of a year, a document.
   *
   * @param id the year
   * @param goal number of copies
   */
  private record Goal(String id, long goal) {}

  /**
   * Request to set a goal.
   *
   * @param year null for the current year
   */
  private record SellGoalRequest(Integer year, long goal) {}

  private record SellGoal(boolean success, GoalView data, @JsonUnwrapped Freshness freshness) {}

  /**
   * @param goal 0 if none is set
   * @param progress fraction of the goal that is sold, 0.5 for half; 0 without a goal
   */
  private record GoalView(int year, long goal, long sold, BigDecimal progress) {}

  private record Asked(Integer year) {}

  private Answer get(Call call) throws Exception {
    Integer year = Json.convert(call.parameters(), Asked.class).year();
    int wanted = Objects.requireNonNullElse(year, thisYear());
    return view(call, wanted, goals.find(Integer.toString(wanted)).map(Goal::goal).orElse(0L));
  }

  private Answer put(Call call, SellGoalRequest request) throws Exception {
    int year = Objects.requireNonNullElse(request.year(), thisYear());
    String id = Integer.toString(year);
    goals.save(new Goal(id, request.goal()), id);
    changed.run();
    return view(call, year, request.goal());
  }

  private Answer view(Call call, int year, long goal) throws Exception {
    long sold = books.totals(year, call.deadline()).sold();
    BigDecimal progress = BigDecimal.ZERO;
    if (goal != 0) {
      progress =
          BigDecimal.valueOf(sold).divide(BigDecimal.valueOf(goal), DECIMALS, RoundingMode.HALF_UP);
    }
    Freshness age = freshness.get();
    return Answer.ok(new SellGoal(true, new GoalView(year, goal, sold, progress), age))
        .with(age.headers(clock.instant()));
  }

  private int thisYear() {
    return clock.instant().atZone(OwnerZone.BOOKS).getYear();
  }
}
