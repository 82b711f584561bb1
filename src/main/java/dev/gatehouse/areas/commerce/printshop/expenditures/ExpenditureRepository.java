package dev.gatehouse.areas.commerce.printshop.expenditures;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.query;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import io.vertx.core.json.JsonObject;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;

/** Repository of expenses. Days are stored as text, whose order is chronological. */
final class ExpenditureRepository {
  private static final Query.Order LATEST_FIRST = by("date").down().then("_id").down();

  private final DocumentCollection<Expenditure> expenditures;

  ExpenditureRepository(Documents documents) {
    this.expenditures =
        documents.collection(
            "printshopExpenditures",
            Expenditure.class,
            LATEST_FIRST,
            by("category").then("date").down().then("_id").down());
  }

  StoredResource<Expenditure> resource() {
    return StoredResource.of(
        expenditures, "expenditure", ErrorCode.EXPENDITURE_NOT_FOUND, Expenditure::asRead);
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
      Query chosen = Query.optional("category", category);
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

  Selection<Expenditure> select(Choice choice) {
    return expenditures.select(choice.json(), LATEST_FIRST.json());
  }
}
