package dev.gatehouse.areas.commerce.printshop.expenditures;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.area.StoredResource;
import dev.gatehouse.areas.commerce.printshop.books.BookNumber;
import dev.gatehouse.areas.commerce.printshop.expenditures.ExpenditureRepository.Choice;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.formats.Money;
import dev.gatehouse.time.StoredTime;

/** Operations on expenses. */
public final class ExpenditureOperations {
  private final ExpenditureRepository repository;
  private final StoredResource<Expenditure> expenditures;
  private final String currency;
  private final Runnable changed;
  private final InstantSource clock;

  /**
   * @param currency of entries without one
   * @param changed called when an expense has changed
   */
  public ExpenditureOperations(
      ExpenditureRepository repository, String currency, Runnable changed, InstantSource clock) {
    this.repository = repository;
    this.expenditures = repository.resource();
    this.currency = currency;
    this.changed = changed;
    this.clock = clock;
  }

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.expenditures", Area.returning(Page.class, this::page),
        "commerce.createExpenditure",
            Area.returning(Entered.class, Area.accepting(ExpenditureRequest.class, this::create)),
        "commerce.putExpenditure",
            Area.returning(Entered.class, Area.accepting(ExpenditureRequest.class, this::put)),
        "commerce.deleteExpenditure", Area.returning(Done.class, this::delete));
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
          BookNumber.of(expenditure.amount()),
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

  private Answer page(Call call) {
    Choice choice = Json.convert(call.parameters(), Choice.class);
    var page = ListPage.of(call, repository.select(choice), View::of);
    return Answer.ok(new Page(true, page.entries(), page.pagination()));
  }

  private Answer create(Call call, ExpenditureRequest request) {
    Instant now = StoredTime.now(clock);
    Expenditure entered = request.stored(expenditures.records().newId(), currency, now, now, 1);
    expenditures.records().insert(entered);
    changed.run();
    return Answer.created(new Entered(true, View.of(entered)));
  }

  private Answer put(Call call, ExpenditureRequest request) {
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

  private Answer delete(Call call) {
    expenditures.delete(call, expenditure -> {});
    changed.run();
    return Done.answer("the expenditure is deleted");
  }
}
