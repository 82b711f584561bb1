package dev.gatehouse.areas.commerce.printshop;

import module java.base;

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
  /** First tax year in which other expenses are on line 27b. */
  private static final int SWAPPED = 2025;

  /** First tax year in which line 27 has two parts. */
  private static final int DIVIDED = 2011;

  private static final List<String> OTHERS = List.of("shipping", "software", "equipment", "other");

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
    BigDecimal spent = expenses.stream().map(Line::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
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

  private static List<Line> expenses(int year, Totals.InCurrency sums, List<OtherExpense> others) {
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
