package dev.gatehouse.areas.commerce.printshop.expenditures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.area.StoredResource;
import dev.gatehouse.areas.commerce.printshop.books.BookNumber;
import dev.gatehouse.areas.commerce.printshop.books.ExpenseLine;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotals.Kind;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotals.Sums;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotalsRepository;
import dev.gatehouse.areas.commerce.printshop.expenditures.ExpenditureRepository.Choice;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.formats.Money;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.StoredTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on expenses, which also keep the monthly sums correct. */
public final class ExpenditureOperations {
  private static final Logger LOG = LoggerFactory.getLogger(ExpenditureOperations.class);

  private final ExpenditureRepository stored;
  private final StoredResource<Expenditure> expenditures;
  private final MonthTotalsRepository books;
  private final String currency;
  private final Runnable changed;
  private final InstantSource clock;

  /**
   * @param currency of entries without one
   * @param changed called when sums have changed
   */
  public ExpenditureOperations(
      Documents documents,
      MonthTotalsRepository books,
      String currency,
      Runnable changed,
      InstantSource clock) {
    this.stored = new ExpenditureRepository(documents);
    this.expenditures = stored.resource();
    this.books = books;
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
      @JsonUnwrapped Price price,
      @JsonUnwrapped Expenditure.Purpose purpose,
      @JsonUnwrapped Expenditure.Times times) {
    static View of(Expenditure expenditure) {
      return new View(
          expenditure.id(),
          expenditure.date(),
          new Price(BookNumber.of(expenditure.amount()), expenditure.amount().currency()),
          expenditure.purpose(),
          expenditure.times());
    }
  }

  private record Price(BigDecimal amount, String currency) {}

  private Answer page(Call call) {
    Choice choice = Json.convert(call.parameters(), Choice.class);
    var page = ListPage.of(call, stored.select(choice), View::of);
    return Answer.ok(new Page(true, page.entries(), page.pagination()));
  }

  private Answer create(Call call, ExpenditureRequest request) {
    Instant now = StoredTime.now(clock);
    Expenditure entered =
        new Expenditure(
            expenditures.records().newId(),
            request.date(),
            request.money(currency),
            request.purpose(),
            new Expenditure.Times(now, now),
            1);
    books.mark(Kind.EXPENSES, entered.month());
    expenditures.records().insert(entered);
    settleDone(Set.of(entered.month()));
    return Answer.created(new Entered(true, View.of(entered)));
  }

  private Answer put(Call call, ExpenditureRequest request) {
    Money amount = request.money(currency);
    Set<YearMonth> months = new TreeSet<>();
    Expenditure changed =
        expenditures.change(
            call,
            earlier -> {
              Expenditure later =
                  new Expenditure(
                      earlier.id(),
                      request.date(),
                      amount,
                      request.purpose(),
                      new Expenditure.Times(earlier.times().createdAt(), StoredTime.now(clock)),
                      earlier.version() + 1);
              mark(earlier, months);
              mark(later, months);
              return later;
            });
    settleDone(months);
    return Answer.ok(new Entered(true, View.of(changed)));
  }

  /** Marks the month of an expense, whose sums will change, and adds it to the others. */
  private void mark(Expenditure expenditure, Set<YearMonth> months) {
    books.mark(Kind.EXPENSES, expenditure.month());
    months.add(expenditure.month());
  }

  private Answer delete(Call call) {
    Set<YearMonth> months = new TreeSet<>();
    expenditures.delete(call, expenditure -> mark(expenditure, months));
    settleDone(months);
    return Done.answer("the expenditure is deleted");
  }

  /** Recomputes the sums after a stored change. If this fails, the job does so a little later. */
  private void settleDone(Set<YearMonth> months) {
    try {
      settle(months);
    } catch (DocumentStoreException | UnknownOutcomeException away) {
      LOG.warn(
          "recomputation of the expenses of {} failed, will retry: {}", months, away.getMessage());
    }
  }

  private void settle(Collection<YearMonth> months) {
    months.forEach(month -> books.settle(Kind.EXPENSES, month, this::sums));
    changed.run();
  }

  /** Recomputes the sums of months whose change was interrupted. Blocks. */
  public void settleAbandoned() {
    List<YearMonth> months = books.abandoned(Kind.EXPENSES);
    if (!months.isEmpty()) {
      settle(months);
    }
  }

  private Sums sums(YearMonth month) {
    Map<String, ExpenseLine> lines = new TreeMap<>();
    for (Expenditure each : stored.ofMonth(month)) {
      String category = each.purpose().category();
      lines.merge(
          category + ' ' + each.amount().currency(),
          new ExpenseLine(category, each.amount()),
          ExpenseLine::plus);
    }
    return new Sums(List.of(), List.of(), List.copyOf(lines.values()));
  }
}
