package dev.gatehouse.areas.commerce.printshop.expenditures;

import static dev.gatehouse.store.Query.by;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.areas.commerce.printshop.books.Books;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.stream.Stream;

/** Repository of expenses. Days are stored as text, whose order is chronological. */
public final class ExpenditureRepository {
  private static final Query.Order LATEST_FIRST = by("date").down().then("_id").down();

  private final DocumentCollection<Expenditure> expenditures;

  public ExpenditureRepository(Documents documents) {
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

  /** Returns what each expense adds to the sums of its month, read lazily. */
  public Stream<Books.Entry> entries() {
    return expenditures
        .all(Expenditure::id)
        .map(expense -> {
          var totals = new Totals();
          totals.addExpense(expense.category(), expense.amount());
          return new Books.Entry(expense.month(), totals);
        });
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
      return chosen.and("date").from(name + "-01-01").and("date").until(name + "-12-31").json();
    }
  }

  Selection<Expenditure> select(Choice choice) {
    return expenditures.select(choice.json(), LATEST_FIRST.json());
  }
}
