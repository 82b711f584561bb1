package dev.gatehouse.areas.commerce.printshop.books;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.areas.commerce.printshop.books.MonthTotals.Kind;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotals.Sums;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.Month;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Repository of monthly sums, so that reads need a few hundred lines instead of all orders. A
 * writer marks a month before a change and recomputes its sums afterwards. If the writer dies in
 * between, a job finds the mark and recomputes the sums. All methods block.
 */
public final class MonthTotalsRepository {
  /** A change that takes longer than this is considered abandoned. */
  private static final Duration MAX_CHANGE = Duration.ofMinutes(1);

  private final DocumentCollection<MonthTotals> books;
  private final InstantSource clock;

  public MonthTotalsRepository(Documents documents, InstantSource clock) {
    this.books =
        documents.collection("printshopMonths", MonthTotals.class, by("kind").then("stale"));
    this.clock = clock;
  }

  /** Marks a month whose sums will change. */
  public void mark(Kind kind, YearMonth month) {
    marked(kind, month);
  }

  private String marked(Kind kind, YearMonth month) {
    String mark = books.newId();
    books.upsert(
        Query.id(kind.id(month)),
        Query.set("kind", kind.name(), "mark", mark, "markedAt", clock.instant(), "stale", true));
    return mark;
  }

  /**
   * Recomputes the sums of a month. If another change marks it meanwhile, that change recomputes
   * it.
   *
   * @param sums computes the sums of a month from the stored records
   */
  public void settle(Kind kind, YearMonth month, Function<YearMonth, Sums> sums) {
    String mark = marked(kind, month);
    books.update(
        where("_id").is(kind.id(month)).and("mark").is(mark).json(),
        Query.set("sums", Bson.value(sums.apply(month)), "stale", false));
  }

  /** Returns all months whose sums must be recomputed. */
  public List<YearMonth> stale(Kind kind) {
    return months(where("kind").is(kind.name()).and("stale").is(true).json());
  }

  /** Returns the stale months whose change was abandoned. */
  public List<YearMonth> abandoned(Kind kind) {
    Instant longAgo = clock.instant().minus(MAX_CHANGE);
    return months(
        where("kind").is(kind.name()).and("stale").is(true).and("markedAt").before(longAgo).json());
  }

  private List<YearMonth> months(JsonObject query) {
    return books.find(query, by("_id").json(), 0, 0).stream().map(MonthTotals::month).toList();
  }

  /** Returns all months of a kind, earliest first. */
  public List<MonthTotals> all(Kind kind) {
    return books.find(where("kind").is(kind.name()).json(), by("_id").json(), 0, 0);
  }

  /** Returns the sums of all months. */
  public Totals totals() {
    return Totals.of(books.find(Query.all(), by("_id").json(), 0, 0));
  }

  public Totals totals(int year) {
    List<MonthTotals> months = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      String first = kind.id(YearMonth.of(year, Month.JANUARY));
      String last = kind.id(YearMonth.of(year, Month.DECEMBER));
      JsonObject within = where("_id").from(first).and("_id").until(last).json();
      months.addAll(books.find(within, by("_id").json(), 0, 0));
    }
    return Totals.of(months);
  }
}
