package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.settings.OwnerZone;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

/** Repository of the print shop's orders. All methods block. */
final class PrintOrderRepository {
  private static final int LOT = 500;
  private static final Query.Order LATEST_FIRST = by("createdAt").down().then("_id").down();

  private final DocumentCollection<PrintOrder> orders;

  PrintOrderRepository(Documents documents) {
    this.orders =
        documents.collection(
            "printshopOrders",
            PrintOrder.class,
            LATEST_FIRST,
            by("platform").then("createdAt").down().then("_id").down(),
            by("donated").then("createdAt").down().then("_id").down());
  }

  /** Numbers of orders that were stored because they were new or different. */
  record Changes(int created, int updated) {}

  /**
   * Stores orders. A stored order that the print shop returned later is kept.
   *
   * @param received orders, each once
   * @param rules classify an order that was archived
   */
  Changes store(List<PrintOrder> received, SalesRules rules) {
    List<String> ids = received.stream().map(PrintOrder::id).toList();
    Map<String, PrintOrder> stored =
        orders.find(where("_id").in(ids).json(), Query.all(), 0, 0).stream()
            .collect(Collectors.toMap(PrintOrder::id, Function.identity()));
    List<PrintOrder> created =
        received.stream().filter(order -> !stored.containsKey(order.id())).toList();
    List<PrintOrder> updated =
        received.stream()
            .filter(order -> stored.containsKey(order.id()))
            .map(order -> rules.classify(order.unlessArchived(stored.get(order.id()))))
            .filter(order -> !order.equals(stored.get(order.id())))
            .filter(order -> !order.updatedAt().isBefore(stored.get(order.id()).updatedAt()))
            .toList();
    if (!created.isEmpty()) {
      orders.insert(created);
    }
    updated.forEach(order -> orders.replace(Query.id(order.id()), order));
    return new Changes(created.size(), updated.size());
  }

  void classifyAll(SalesRules rules) {
    orders
        .all(PrintOrder::id)
        .map(rules::classify)
        .gather(Gatherers.windowFixed(LOT))
        .forEach(lot -> store(lot, rules));
  }

  /** Returns what each order adds to the sums of its month, read lazily. */
  Stream<Books.Entry> entries() {
    return orders.all(PrintOrder::id).map(order -> new Books.Entry(order.month(), order.totals()));
  }

  Totals totals(Instant from, Instant until) {
    JsonObject within = where("createdAt").from(from).and("createdAt").before(until).json();
    return Totals.of(orders.select(within, LATEST_FIRST.json()).all().map(PrintOrder::totals));
  }

  /** Returns the orders of a month with donated items, newest first. */
  List<PrintOrder> donatedIn(YearMonth month) {
    Instant from = month.atDay(1).atStartOfDay(OwnerZone.BOOKS).toInstant();
    Instant until = month.plusMonths(1).atDay(1).atStartOfDay(OwnerZone.BOOKS).toInstant();
    JsonObject donated =
        where("donated").is(true).and("createdAt").from(from).and("createdAt").before(until).json();
    return orders.find(donated, LATEST_FIRST.json(), 0, 0);
  }

  /**
   * Filter for orders.
   *
   * @param platform null for all
   * @param from the earliest creation time; null for any
   * @param until the latest creation time; null for any
   */
  record Choice(String platform, Instant from, Instant until) {
    private JsonObject json() {
      Query chosen = Query.optional("platform", platform);
      if (from != null) {
        chosen.and("createdAt").from(roundedUp(from));
      }
      if (until != null) {
        chosen.and("createdAt").until(until);
      }
      return chosen.json();
    }

    /** Returns the first stored time that is not before a time. Stored times have milliseconds. */
    private static Instant roundedUp(Instant time) {
      Instant millis = time.truncatedTo(ChronoUnit.MILLIS);
      return millis.equals(time) ? millis : millis.plusMillis(1);
    }
  }

  List<PrintOrder> page(Choice choice, int skip, int limit) {
    return orders.find(choice.json(), LATEST_FIRST.json(), skip, limit);
  }

  long count(Choice choice) {
    return orders.count(choice.json());
  }

  long count() {
    return orders.count(Query.all());
  }
}
