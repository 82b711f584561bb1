package dev.gatehouse.areas.commerce.printshop.taxes;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.books.BookNumber;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.StorefrontMessages.CurrencySales;

/**
 * A year by the lines of the US form Schedule C (Profit or Loss From Business). Lines without data
 * in these books are empty. Payments to the print shop are the cost of goods sold, and fees of
 * platforms are commissions and fees. Expenses without a line are listed among the other expenses.
 * A tax adviser must decide whether this applies.
 */
record ScheduleC(
    int year, String currency, List<Line> lines, List<OtherExpense> otherExpenses, Result totals) {

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

  /** Expense categories that have a line on the form. */
  private static final Map<String, String> LINES =
      new TreeMap<>(Map.of("advertising", "8", "fees", "10", "supplies", "22", "travel", "24a"));

  /** First tax year in which other expenses are on line 27b. */
  private static final int SWAPPED = 2025;

  /** First tax year in which line 27 has two parts. */
  private static final int DIVIDED = 2011;

  private static final List<String> OTHERS = List.of("shipping", "software", "equipment", "other");

  /**
   * @param shop sales of this service's own shop in the currency of the books
   */
  static ScheduleC of(int year, Totals.InCurrency sums, CurrencySales shop) {
    BigDecimal printed = BookNumber.of(sums.returned());
    BigDecimal returns = printed.add(number(shop, shop.returns()));
    BigDecimal receipts =
        BookNumber.of(sums.gross()).add(printed).add(number(shop, shop.receipts()));
    BigDecimal costs = BookNumber.of(sums.costs());
    BigDecimal income = receipts.subtract(returns).subtract(costs);
    List<OtherExpense> others =
        OTHERS.stream()
            .map(category -> new OtherExpense(category, BookNumber.of(sums.manual(category))))
            .toList();
    List<Line> expenses = expenses(year, sums, others);
    BigDecimal spent = expenses.stream().map(Line::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    var totals = new Result(receipts, returns, costs, income, spent, income.subtract(spent));
    return new ScheduleC(year, sums.currency(), lines(totals, expenses).toList(), others, totals);
  }

  static BigDecimal number(CurrencySales shop, BigDecimal amount) {
    return BookNumber.of(new Money(shop.currency(), amount));
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

  private static List<Line> expenses(int year, Totals.InCurrency sums, List<OtherExpense> others) {
    BigDecimal other =
        others.stream().map(OtherExpense::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    return List.of(
        expense(sums, "advertising", "Advertising", BigDecimal.ZERO),
        expense(sums, "fees", "Commissions and fees", sums.fees()),
        expense(sums, "supplies", "Supplies", BigDecimal.ZERO),
        expense(sums, "travel", "Travel", BigDecimal.ZERO),
        new Line(otherExpensesLine(year), "Other expenses (from line 48)", other));
  }

  private static Line expense(
      Totals.InCurrency sums, String category, String description, BigDecimal more) {
    return new Line(
        LINES.get(category), description, BookNumber.of(sums.manual(category)).add(more));
  }

  private static Stream<Line> lines(Result totals, List<Line> expenses) {
    BigDecimal net = totals.grossReceipts().subtract(totals.returns());
    Stream<Line> income =
        Stream.of(
            new Line("1", "Gross receipts or sales", totals.grossReceipts()),
            new Line("2", "Returns and allowances", totals.returns()),
            new Line("3", "Line 1 less line 2", net),
            new Line("4", "Cost of goods sold (from line 42)", totals.costOfGoodsSold()),
            new Line("5", "Gross profit", totals.grossIncome()),
            new Line("7", "Gross income", totals.grossIncome()));
    Stream<Line> result =
        Stream.of(
            new Line("28", "Total expenses", totals.totalExpenses()),
            new Line("29", "Tentative profit or loss", totals.netProfit()),
            new Line("31", "Net profit or loss", totals.netProfit()));
    return Stream.of(income, expenses.stream(), result).flatMap(lines -> lines);
  }
}
