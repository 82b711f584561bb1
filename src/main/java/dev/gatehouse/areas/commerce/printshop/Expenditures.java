package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.bus.ApiError.badRequestUnless;
import static dev.gatehouse.store.Query.by;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.StoredResource;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonObject;

/** Expenses of the owner. Days are stored as text, whose order is chronological. */
final class Expenditures {
  private static final Query.Order LATEST_FIRST = by("date").down().then("_id").down();

  private final StoredResource<Expenditure> expenditures;
  private final String currency;
  private final InstantSource clock;

  Expenditures(NodeServices node, String currency) {
    this.expenditures =
        StoredResource.of(
            node.documents()
                .collection(
                    "printshopExpenditures",
                    Expenditure.class,
                    LATEST_FIRST,
                    by("category").then("date").down().then("_id").down()),
            "expenditure",
            ErrorCode.EXPENDITURE_NOT_FOUND,
            expense -> Query.version(expense.id(), expense.version()));
    this.currency = currency;
    this.clock = node.clock();
  }

  /**
   * Expense, one flat document.
   *
   * @param date day as entered by the owner: 2026-11-22
   * @param vendor the recipient of the money; empty if not given
   */
  private record Expenditure(
      String id,
      String date,
      Money amount,
      String category,
      String description,
      String vendor,
      Instant createdAt,
      Instant updatedAt,
      long version) {}

  Map<String, Area.Handler> operations(Runnable changed) {
    return Map.of(
        "commerce.expenditures",
        Area.returning(Page.class, this::page),
        "commerce.createExpenditure",
        Area.returning(
            Entered.class, ExpenditureRequest.class, (call, request) -> create(request, changed)),
        "commerce.putExpenditure",
        Area.returning(
            Entered.class,
            ExpenditureRequest.class,
            (call, request) -> put(call, request, changed)),
        "commerce.deleteExpenditure",
        Area.returning(Done.class, call -> delete(call, changed)));
  }

  /** Returns what each expense adds to the sums of its month, read lazily. */
  Stream<Books.Entry> entries() {
    return expenditures
        .records()
        .all(Expenditure::id)
        .map(expense -> {
          var totals = new Totals();
          totals.addExpense(expense.category(), expense.amount());
          String month = expense.date().substring(0, expense.date().lastIndexOf('-'));
          return new Books.Entry(YearMonth.parse(month), totals);
        });
  }

  private record Page(boolean success, List<View> data, PageOrder.Pagination pagination) {}

  private record Entered(boolean success, View data) {}

  private record View(
      String _id,
      String date,
      BigDecimal amount,
      String currency,
      String category,
      String description,
      String vendor,
      Instant createdAt,
      Instant updatedAt) {
    static View of(Expenditure expenditure) {
      return new View(
          expenditure.id(),
          expenditure.date(),
          Totals.number(expenditure.amount()),
          expenditure.amount().currency(),
          expenditure.category(),
          expenditure.description(),
          expenditure.vendor(),
          expenditure.createdAt(),
          expenditure.updatedAt());
    }
  }

  /**
   * Expense as entered by the owner.
   *
   * @param currency null for the currency of the books
   */
  private record ExpenditureRequest(
      String date,
      BigDecimal amount,
      String currency,
      String category,
      String description,
      String vendor) {
    private Expenditure stored(
        String id, String usual, Instant created, Instant now, long version) {
      Money money = money(Objects.requireNonNullElse(currency, usual));
      return new Expenditure(id, date, money, category, description, vendor, created, now, version);
    }

    private Money money(String chosen) {
      badRequestUnless(
          Money.decimals(chosen).isPresent(),
          "currency",
          "must be an ISO 4217 currency, for example USD");
      badRequestUnless(amount.signum() > 0, "amount", "must be more than 0");
      try {
        return new Money(chosen, amount);
      } catch (IllegalArgumentException e) {
        throw ApiError.invalid("amount", "has more decimals than " + chosen).exception(e);
      }
    }
  }

  /**
   * Filter for expenses.
   *
   * @param category null for all
   * @param year null for all
   */
  private record Choice(String category, Integer year) {
    JsonObject json() {
      Query chosen = Query.optional("category", category);
      if (year == null) {
        return chosen.json();
      }
      String name = String.format(Locale.ROOT, "%04d", year);
      return chosen.and("date").from(name + "-01-01").and("date").until(name + "-12-31").json();
    }
  }

  private Answer page(Call call) {
    JsonObject chosen = Json.convert(call.parameters(), Choice.class).json();
    var page =
        ListPage.of(call, expenditures.records().select(chosen, LATEST_FIRST.json()), View::of);
    return Answer.ok(new Page(true, page.entries(), page.pagination()));
  }

  private Answer create(ExpenditureRequest request, Runnable changed) {
    Instant now = StoredTime.now(clock);
    Expenditure entered = request.stored(expenditures.records().newId(), currency, now, now, 1);
    expenditures.records().insert(entered);
    changed.run();
    return Answer.created(new Entered(true, View.of(entered)));
  }

  private Answer put(Call call, ExpenditureRequest request, Runnable changed) {
    Instant now = StoredTime.now(clock);
    Expenditure later =
        expenditures.change(
            call,
            earlier ->
                request.stored(
                    earlier.id(), currency, earlier.createdAt(), now, earlier.version() + 1));
    changed.run();
    return Answer.ok(new Entered(true, View.of(later)));
  }

  private Answer delete(Call call, Runnable changed) {
    expenditures.delete(call);
    changed.run();
    return Done.answer("the expenditure is deleted");
  }
}
