package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.TextPages;
import dev.gatehouse.areas.commerce.printshop.ScheduleCOperations.ScheduleC.Line;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.StorefrontMessages;
import dev.gatehouse.messages.StorefrontMessages.CurrencySales;
import dev.gatehouse.messages.StorefrontMessages.SalesQuery;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.settings.OwnerZone;

/** Tax form of a year as JSON, as a table for spreadsheets, and as a printable page. */
record ScheduleCOperations(
    Books books,
    SyncSettings settings,
    TextPages pages,
    Synchronizer synchronizer,
    MessageBus bus,
    InstantSource clock) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The page loads only its own inline style. */
  private static final String PAGE_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.scheduleC", Area.returning(ScheduleCReply.class, this::data),
        "commerce.scheduleCTable", this::table,
        "commerce.scheduleCPage", this::page);
  }

  private record Asked(Integer year) {}

  /**
   * @param otherCurrencies currencies with amounts that the form omits
   * @param shop what lines 1 and 2 contain of the shop; null if they do not contain it
   */
  private record ScheduleCReply(
      boolean success,
      ScheduleC data,
      List<String> otherCurrencies,
      ShopSales shop,
      @JsonUnwrapped Freshness freshness) {}

  /** Sales of the shop without the collected tax. */
  private record ShopSales(BigDecimal receipts, BigDecimal returns) {}

  private Answer data(Call call) throws Exception {
    ScheduleCReply reply = reply(call);
    return Answer.ok(reply).with(reply.freshness().headers(clock.instant()));
  }

  private ScheduleCReply reply(Call call) throws Exception {
    Integer asked = Json.convert(call.parameters(), Asked.class).year();
    int year = Objects.requireNonNullElse(asked, clock.instant().atZone(OwnerZone.BOOKS).getYear());
    // On another node the event of a change can be late.
    books.forget();
    Totals totals = books.totals(year, call.deadline());
    String currency = settings.currency();
    Map<String, CurrencySales> shop = settings.shopSales() ? shop(call, year) : Map.of();
    CurrencySales own = shop.getOrDefault(currency, CurrencySales.none(currency));
    return new ScheduleCReply(
        true,
        ScheduleC.of(year, totals.in(currency), own),
        Stream.concat(totals.currencies().stream(), shop.keySet().stream())
            .filter(other -> !other.equals(currency))
            .distinct()
            .sorted()
            .toList(),
        settings.shopSales()
            ? new ShopSales(
                ScheduleC.number(own, own.receipts()), ScheduleC.number(own, own.returns()))
            : null,
        synchronizer.freshness());
  }

  /** Returns the sales of the shop by currency. A form without them would be wrong. */
  private Map<String, CurrencySales> shop(Call call, int year) {
    var query =
        new SalesQuery(
            LocalDate.of(year, 1, 1).atStartOfDay(OwnerZone.BOOKS).toInstant(),
            LocalDate.of(year + 1, 1, 1).atStartOfDay(OwnerZone.BOOKS).toInstant());
    return bus.ask(StorefrontMessages.SALES, query, call.origin(), PATIENCE).currencies().stream()
        .collect(Collectors.toMap(CurrencySales::currency, Function.identity()));
  }

  /** Contains no text from users, so that spreadsheets cannot interpret a cell as a formula. */
  private Answer table(Call call) throws Exception {
    ScheduleCReply reply = reply(call);
    ScheduleC form = reply.data();
    var text = new StringJoiner("\r\n", "", "\r\n").add("line,description,amount,currency");
    form.lines().forEach(line -> text.add(cells(form, line)));
    form.otherExpenses()
        .forEach(
            other -> text.add(cells(form, new Line("48", other.description(), other.amount()))));
    return Answer.stored(
            pages.claim(text.toString(), "text/csv", "schedule-c-" + form.year() + ".csv"))
        .with(reply.freshness().headers(clock.instant()));
  }

  private static String cells(ScheduleC form, Line line) {
    return String.join(
        ",", line.line(), line.description(), line.amount().toPlainString(), form.currency());
  }

  private Answer page(Call call) throws Exception {
    ScheduleCReply reply = reply(call);
    return Answer.stored(pages.claim(html(reply), "text/html", ""))
        .with(reply.freshness().headers(clock.instant()))
        .with(Map.of("Content-Security-Policy", PAGE_POLICY));
  }

  /** Returns a printable page without scripts, which contains no text from users. */
  private static String html(ScheduleCReply reply) {
    ScheduleC form = reply.data();
    String title = "Schedule C, " + form.year();
    String lines =
        form.lines().stream()
            .map(line -> row(line.line(), line.description(), line.amount()))
            .collect(Collectors.joining());
    String expenses =
        form.otherExpenses().stream()
            .map(line -> row("48", line.description(), line.amount()))
            .collect(Collectors.joining());
    return """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex">
    <title>%1$s</title>
    <style>
    body { font: 11pt serif; margin: 2cm auto; max-width: 17cm }
    table { border-collapse: collapse; margin-bottom: 1cm; width: 100%% }
    caption { font-weight: bold; text-align: left }
    th, td { border-bottom: 1px solid #999; padding: 2pt 4pt; text-align: left }
    td:last-child, th:last-child { text-align: right }
    @media print { body { margin: 0 } }
    </style>
    <h1>%1$s</h1>
    %2$s
    %3$s
    %4$s
    </html>
    """
        .formatted(
            title,
            table("Profit or loss, " + form.currency(), lines),
            table("Part V: other expenses, " + form.currency(), expenses),
            note(form, reply.otherCurrencies(), reply.shop()));
  }

  private static String note(ScheduleC form, List<String> others, ShopSales shop) {
    String contents =
        shop == null
            ? "<p>The lines do not contain the sales of the shop.</p>"
            : "<p>Line 1 contains %1$s %3$s of the shop, and line 2 %2$s %3$s, without collected sales tax.</p>"
                .formatted(
                    shop.receipts().toPlainString(),
                    shop.returns().toPlainString(),
                    form.currency());
    if (others.isEmpty()) {
      return contents;
    }
    return contents
        + "<p>Amounts in "
        + String.join(", ", others)
        + " are not included in these lines.</p>";
  }

  private static String table(String caption, String rows) {
    return ("<table><caption>%s</caption><thead><tr><th scope=\"col\">Line<th"
            + " scope=\"col\">Description<th scope=\"col\">Amount</thead><tbody>%s</tbody></table>")
        .formatted(caption, rows);
  }

  private static String row(String line, String description, BigDecimal amount) {
    return "<tr><td>" + line + "<td>" + description + "<td>" + amount.toPlainString() + "\n";
  }

  /**
   * A year by the lines of the US form Schedule C (Profit or Loss From Business). Lines without
   * data in these books are empty. Payments to the print shop are the cost of goods sold, and fees
   * of platforms are commissions and fees. Expenses without a line are listed among the other
   * expenses. A tax adviser must decide whether this applies.
   */
  record ScheduleC(
      int year,
      String currency,
      List<Line> lines,
      List<OtherExpense> otherExpenses,
      Result totals) {
    /** First tax year in which other expenses are on line 27b. */
    private static final int SWAPPED = 2025;

    /** First tax year in which line 27 has two parts. */
    private static final int DIVIDED = 2011;

    private static final List<String> OTHERS =
        List.of("shipping", "software", "equipment", "other");

    /**
     * Line of the form.
     *
     * @param line number on the form
     */
    record Line(String line, String description, BigDecimal amount) {}

    /** Line of part V. */
    record OtherExpense(String description, BigDecimal amount) {}

    record Result(
        BigDecimal grossReceipts,
        BigDecimal returns,
        BigDecimal costOfGoodsSold,
        BigDecimal grossIncome,
        BigDecimal totalExpenses,
        BigDecimal netProfit) {}

    /**
     * @param shop sales of this service's own shop in the currency of the books
     */
    static ScheduleC of(int year, Totals.InCurrency sums, CurrencySales shop) {
      BigDecimal printed = Totals.number(sums.returned());
      BigDecimal returns = printed.add(number(shop, shop.returns()));
      BigDecimal receipts =
          Totals.number(sums.gross()).add(printed).add(number(shop, shop.receipts()));
      BigDecimal costs = Totals.number(sums.costs());
      BigDecimal income = receipts.subtract(returns).subtract(costs);
      List<OtherExpense> others =
          OTHERS.stream().map(each -> new OtherExpense(each, manual(sums, each))).toList();
      List<Line> expenses = expenses(year, sums, others);
      BigDecimal spent =
          expenses.stream().map(Line::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
      var totals = new Result(receipts, returns, costs, income, spent, income.subtract(spent));
      return new ScheduleC(year, sums.currency(), lines(totals, expenses), others, totals);
    }

    static BigDecimal number(CurrencySales shop, BigDecimal amount) {
      return Totals.number(new Money(shop.currency(), amount));
    }

    private static BigDecimal manual(Totals.InCurrency sums, String category) {
      return Totals.number(sums.manual(category));
    }

    /**
     * Returns the line of the expenses in part V. Since 2025, line 27a is for energy efficient
     * buildings. Until 2010, line 27 was not divided.
     */
    private static String otherExpensesLine(int year) {
      if (year >= SWAPPED) {
        return "27b";
      }
      return year >= DIVIDED ? "27a" : "27";
    }

    private static List<Line> expenses(
        int year, Totals.InCurrency sums, List<OtherExpense> others) {
      BigDecimal other =
          others.stream().map(OtherExpense::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
      return List.of(
          new Line("8", "Advertising", manual(sums, "advertising")),
          new Line("10", "Commissions and fees", manual(sums, "fees").add(sums.fees())),
          new Line("22", "Supplies", manual(sums, "supplies")),
          new Line("24a", "Travel", manual(sums, "travel")),
          new Line(otherExpensesLine(year), "Other expenses (from line 48)", other));
    }

    private static List<Line> lines(Result totals, List<Line> expenses) {
      List<Line> lines = new ArrayList<>();
      BigDecimal net = totals.grossReceipts().subtract(totals.returns());
      lines.add(new Line("1", "Gross receipts or sales", totals.grossReceipts()));
      lines.add(new Line("2", "Returns and allowances", totals.returns()));
      lines.add(new Line("3", "Line 1 less line 2", net));
      lines.add(new Line("4", "Cost of goods sold (from line 42)", totals.costOfGoodsSold()));
      lines.add(new Line("5", "Gross profit", totals.grossIncome()));
      lines.add(new Line("7", "Gross income", totals.grossIncome()));
      lines.addAll(expenses);
      lines.add(new Line("28", "Total expenses", totals.totalExpenses()));
      lines.add(new Line("29", "Tentative profit or loss", totals.netProfit()));
      lines.add(new Line("31", "Net profit or loss", totals.netProfit()));
      return lines;
    }
  }
}
