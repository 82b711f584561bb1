package dev.gatehouse.areas.commerce.printshop.expenditures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.commerce.printshop.books.BookNumber;
import dev.gatehouse.areas.commerce.printshop.books.ExpenseLine;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotals.Kind;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotals.Sums;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotalsRepository;
import dev.gatehouse.areas.commerce.printshop.expenditures.ExpenditureRepository.Choice;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.StoredTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on expenses, which also keep the monthly sums correct. */
public final class ExpenditureOperations {
  private static final Logger LOG = LoggerFactory.getLogger(ExpenditureOperations.class);

  /** Maximum number of retries of a change that lost to a concurrent change. */
  private static final int MAX_TURNS = 100;

  private final ExpenditureRepository expenditures;
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
    this.expenditures = new ExpenditureRepository(documents);
    this.books = books;
    this.currency = currency;
    this.changed = changed;
    this.clock = clock;
  }

  /** Creates the indexes. Blocks. */
  public void prepare() {
    expenditures.prepare();
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
    PageOrder order = PageOrder.of(call);
    Choice choice = Json.convert(call.parameters(), Choice.class);
    List<View> page =
        expenditures.page(choice, order.offset(), order.limitOrDefault()).stream()
            .map(View::of)
            .toList();
    return Answer.ok(new Page(true, page, order.of(expenditures.count(choice), page.size())));
  }

  private Answer create(Call call, ExpenditureRequest request) {
    Instant now = StoredTime.now(clock);
    Expenditure entered =
        new Expenditure(
            expenditures.newId(),
            request.date(),
            request.money(currency),
            request.purpose(),
            new Expenditure.Times(now, now),
            1);
    books.mark(Kind.EXPENSES, entered.month());
    expenditures.add(entered);
    settleDone(entered.month());
    return Answer.created(new Entered(true, View.of(entered)));
  }

  private Answer put(Call call, ExpenditureRequest request) {
    Money amount = request.money(currency);
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Expenditure earlier = find(call);
      Expenditure later =
          new Expenditure(
              earlier.id(),
              request.date(),
              amount,
              request.purpose(),
              new Expenditure.Times(earlier.times().createdAt(), StoredTime.now(clock)),
              earlier.version() + 1);
      books.mark(Kind.EXPENSES, earlier.month());
      books.mark(Kind.EXPENSES, later.month());
      boolean done = expenditures.replace(earlier, later);
      settleDone(earlier.month(), later.month());
      if (done) {
        return Answer.ok(new Entered(true, View.of(later)));
      }
    }
    throw overtaken();
  }

  private Answer delete(Call call) {
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Expenditure expenditure = find(call);
      books.mark(Kind.EXPENSES, expenditure.month());
      boolean done = expenditures.remove(expenditure);
      settleDone(expenditure.month());
      if (done) {
        return Done.answer("the expenditure is deleted");
      }
    }
    throw overtaken();
  }

  private static ApiException overtaken() {
    return ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this expenditure", 1);
  }

  private Expenditure find(Call call) {
    return expenditures
        .find(call.text("id"))
        .orElseThrow(
            () -> ApiException.of(ErrorCode.EXPENDITURE_NOT_FOUND, "expenditure not found"));
  }

  /** Recomputes the sums after a stored change. If this fails, the job does so a little later. */
  private void settleDone(YearMonth... months) {
    try {
      settle(months);
    } catch (DocumentStoreException | UnknownOutcomeException away) {
      LOG.warn(
          "recomputation of the expenses of {} failed, will retry: {}",
          List.of(months),
          away.getMessage());
    }
  }

  private void settle(YearMonth... months) {
    List.of(months).stream()
        .distinct()
        .forEach(month -> books.settle(Kind.EXPENSES, month, this::sums));
    changed.run();
  }

  /** Recomputes the sums of months whose change was interrupted. Blocks. */
  public void settleAbandoned() {
    List<YearMonth> months = books.abandoned(Kind.EXPENSES);
    if (!months.isEmpty()) {
      settle(months.toArray(YearMonth[]::new));
    }
  }

  private Sums sums(YearMonth month) {
    Map<String, ExpenseLine> lines = new TreeMap<>();
    for (Expenditure each : expenditures.ofMonth(month)) {
      String category = each.purpose().category();
      lines.merge(
          category + ' ' + each.amount().currency(),
          new ExpenseLine(category, each.amount()),
          ExpenseLine::plus);
    }
    return new Sums(List.of(), List.of(), List.copyOf(lines.values()));
  }
}
