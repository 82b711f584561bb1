package dev.gatehouse.areas.commerce.printshop.expenditures;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.query;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Repository of expenses. Days are stored as text, whose order is chronological. */
final class ExpenditureRepository {
  private static final Query.Order LATEST_FIRST = by("date").down().then("_id").down();

  private final DocumentCollection<Expenditure> expenditures;

  ExpenditureRepository(Documents documents) {
    this.expenditures = documents.collection("printshopExpenditures", Expenditure.class);
  }

  void prepare() {
    expenditures.index(LATEST_FIRST.json(), new IndexOptions());
    expenditures.index(
        by("category").then("date").down().then("_id").down().json(), new IndexOptions());
  }

  String newId() {
    return expenditures.newId();
  }

  void add(Expenditure expenditure) {
    expenditures.insert(expenditure);
  }

  Optional<Expenditure> find(String id) {
    return expenditures.find(id);
  }

  /** Replaces an expense. Returns false if the earlier version is no longer stored. */
  boolean replace(Expenditure earlier, Expenditure changed) {
    return expenditures.replace(version(earlier), changed);
  }

  /** Removes an expense. Returns false if it was removed or changed meanwhile. */
  boolean remove(Expenditure expenditure) {
    return expenditures.take(version(expenditure)).isPresent();
  }

  private static JsonObject version(Expenditure expenditure) {
    return where("_id").is(expenditure.id()).and("version").is(expenditure.version()).json();
  }

  List<Expenditure> ofMonth(YearMonth month) {
    return expenditures.find(days(query(), month + "-01", month + "-31"), Query.all(), 0, 0);
  }

  /**
   * Filter for expenses.
   *
   * @param category null for all
   * @param year null for all
   */
  record Choice(String category, Integer year) {
    private JsonObject json() {
      Query chosen = category == null ? query() : where("category").is(category);
      if (year == null) {
        return chosen.json();
      }
      String name = String.format(Locale.ROOT, "%04d", year);
      return days(chosen, name + "-01-01", name + "-12-31");
    }
  }

  private static JsonObject days(Query query, String first, String last) {
    return query.and("date").from(first).and("date").until(last).json();
  }

  List<Expenditure> page(Choice choice, int skip, int limit) {
    return expenditures.find(choice.json(), LATEST_FIRST.json(), skip, limit);
  }

  long count(Choice choice) {
    return expenditures.count(choice.json());
  }
}
