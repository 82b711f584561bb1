package dev.gatehouse.areas.commerce.printshop.books;

import module java.base;

import dev.gatehouse.formats.Money;

/**
 * Exact sums of orders and expenses, by currency. A platform's fee is its rate times all its sales.
 * A fee has more decimals than its currency until it is formatted for a reply.
 */
public final class Totals {
  /** Categories of expenses, in the order in which they are listed. */
  public static final List<String> EXPENSE_CATEGORIES =
      List.of(
          "supplies",
          "shipping",
          "advertising",
          "software",
          "fees",
          "travel",
          "equipment",
          "other");

  private final Map<String, Map<String, SalesLine>> sales = new TreeMap<>();
  private final Map<String, Map<String, DonationLine>> donations = new TreeMap<>();
  private final Map<String, Map<String, Money>> expenses = new TreeMap<>();

  /** Returns the sum of some totals. */
  public static Totals of(Stream<Totals> parts) {
    Totals sum = new Totals();
    parts.forEach(sum::add);
    return sum;
  }

  public void add(Totals other) {
    other.sales.values().forEach(lines -> lines.values().forEach(this::add));
    other.donations.values().forEach(lines -> lines.values().forEach(this::add));
    other.expenses.values().forEach(amounts -> amounts.forEach(this::addExpense));
  }

  public void add(SalesLine line) {
    of(sales, line.currency()).merge(line.platform(), line, SalesLine::plus);
  }

  public void add(DonationLine line) {
    of(donations, line.cost().currency()).merge(line.category(), line, DonationLine::plus);
  }

  public void addExpense(String category, Money amount) {
    of(expenses, amount.currency()).merge(category, amount, Money::plus);
  }

  private static <L> Map<String, L> of(Map<String, Map<String, L>> all, String currency) {
    return all.computeIfAbsent(currency, first -> new TreeMap<>());
  }

  /** Returns the currencies of all sums, sorted by name. */
  public List<String> currencies() {
    var all = new TreeSet<>(sales.keySet());
    all.addAll(expenses.keySet());
    return List.copyOf(all);
  }

  public InCurrency in(String currency) {
    return new InCurrency(
        currency,
        sales.getOrDefault(currency, Map.of()),
        donations.getOrDefault(currency, Map.of()),
        expenses.getOrDefault(currency, Map.of()));
  }

  /** Returns the number of order lines with donated items. */
  public long donatedEntries() {
    return donations.values().stream()
        .flatMap(lines -> lines.values().stream())
        .mapToLong(DonationLine::entries)
        .sum();
  }

  /** Returns the number of copies sold in all currencies, without donated ones. */
  public long sold() {
    return sales.values().stream()
        .flatMap(lines -> lines.values().stream())
        .mapToLong(line -> line.counts().items() - line.counts().donated())
        .sum();
  }

  /**
   * Sums in one currency.
   *
   * @param sales by platform
   * @param donations by category
   * @param expenses by category
   */
  public record InCurrency(
      String currency,
      Map<String, SalesLine> sales,
      Map<String, DonationLine> donations,
      Map<String, Money> expenses) {

    /** Returns the numbers of orders over all platforms. */
    public SalesLine.Counts counts() {
      return sales.values().stream()
          .map(SalesLine::counts)
          .reduce(SalesLine.Counts.NONE, SalesLine.Counts::plus);
    }

    /** Returns the money that buyers paid, without refunds. */
    public Money gross() {
      return sum(SalesLine::gross);
    }

    /** Returns the money refunded to buyers. */
    public Money returned() {
      return sum(SalesLine::returned);
    }

    /** Returns the money paid to the print shop. */
    public Money costs() {
      return sum(SalesLine::costs);
    }

    private Money sum(Function<SalesLine, Money> what) {
      return sales.values().stream().map(what).reduce(Money.zero(currency), Money::plus);
    }

    /** Returns the fees of all platforms, rounded once to the decimals of the currency. */
    public BigDecimal fees() {
      BigDecimal exact =
          sales.values().stream()
              .map(line -> line.gross().amount().multiply(rate(line.platform())))
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      return BookNumber.rounded(exact, currency);
    }

    private static BigDecimal rate(String platform) {
      return Platform.of(platform).orElse(Platform.DIRECT).feeRate();
    }

    /** Returns the expenses that were entered by hand. */
    public Money manual() {
      return expenses.values().stream().reduce(Money.zero(currency), Money::plus);
    }

    /** Returns the expenses of a category that were entered by hand. */
    public Money manual(String category) {
      return expenses.getOrDefault(category, Money.zero(currency));
    }
  }
}
