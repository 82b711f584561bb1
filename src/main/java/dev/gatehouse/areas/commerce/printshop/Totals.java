package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.SalesRules.Platform;
import dev.gatehouse.formats.Money;

/**
 * Exact sums of orders and expenses, by currency. A platform's fee is its rate times all its sales.
 * A fee has more decimals than its currency until it is formatted for a reply.
 */
final class Totals {
  /** Categories of expenses, in the order in which they are listed. */
  static final List<String> EXPENSE_CATEGORIES =
      List.of("supplies shipping advertising software fees travel equipment other".split(" "));

  private static final int USUAL_DECIMALS = 2;

  private final Map<String, Map<String, SalesLine>> sales = new TreeMap<>();
  private final Map<String, Map<String, DonationLine>> donations = new TreeMap<>();
  private final Map<String, Map<String, Money>> expenses = new TreeMap<>();

  /** Returns an amount for a reply, with two decimals, or more if the currency has more. */
  static BigDecimal number(Money money) {
    return rounded(money.amount(), money.currency());
  }

  /** Returns an exact number rounded half up, which happens only here. */
  static BigDecimal rounded(BigDecimal exact, String currency) {
    int decimals = Money.decimals(currency).orElse(USUAL_DECIMALS);
    return exact
        .setScale(decimals, RoundingMode.HALF_UP)
        .setScale(Math.max(decimals, USUAL_DECIMALS), RoundingMode.UNNECESSARY);
  }

  static Totals of(Stream<Totals> parts) {
    Totals sum = new Totals();
    parts.forEach(sum::add);
    return sum;
  }

  void add(Totals other) {
    other.sales.values().forEach(lines -> lines.values().forEach(this::add));
    other.donations.values().forEach(lines -> lines.values().forEach(this::add));
    other.expenses.values().forEach(amounts -> amounts.forEach(this::addExpense));
  }

  void add(SalesLine line) {
    of(sales, line.currency()).merge(line.platform(), line, SalesLine::plus);
  }

  void add(DonationLine line) {
    of(donations, line.cost().currency()).merge(line.category(), line, DonationLine::plus);
  }

  void addExpense(String category, Money amount) {
    of(expenses, amount.currency()).merge(category, amount, Money::plus);
  }

  private static <L> Map<String, L> of(Map<String, Map<String, L>> all, String currency) {
    return all.computeIfAbsent(currency, first -> new TreeMap<>());
  }

  /** Returns the currencies of all sums, sorted by name. */
  List<String> currencies() {
    var all = new TreeSet<>(sales.keySet());
    all.addAll(expenses.keySet());
    return List.copyOf(all);
  }

  InCurrency in(String currency) {
    return new InCurrency(
        currency,
        sales.getOrDefault(currency, Map.of()),
        donations.getOrDefault(currency, Map.of()),
        expenses.getOrDefault(currency, Map.of()));
  }

  /** Returns the number of order lines with donated items. */
  long donatedEntries() {
    return donations.values().stream()
        .flatMap(lines -> lines.values().stream())
        .mapToLong(DonationLine::entries)
        .sum();
  }

  /** Returns the number of copies sold in all currencies, without donated ones. */
  long sold() {
    return sales.values().stream()
        .flatMap(lines -> lines.values().stream())
        .mapToLong(line -> line.counts().items() - line.counts().donated())
        .sum();
  }

  /** Sums in one currency. */
  record InCurrency(
      String currency,
      Map<String, SalesLine> sales,
      Map<String, DonationLine> donations,
      Map<String, Money> expenses) {

    SalesLine.Counts counts() {
      return sales.values().stream()
          .map(SalesLine::counts)
          .reduce(SalesLine.Counts.NONE, SalesLine.Counts::plus);
    }

    /** Returns the money that buyers paid, without refunds. */
    Money gross() {
      return sum(SalesLine::gross);
    }

    Money returned() {
      return sum(SalesLine::returned);
    }

    Money costs() {
      return sum(SalesLine::costs);
    }

    private Money sum(Function<SalesLine, Money> what) {
      return sales.values().stream().map(what).reduce(Money.zero(currency), Money::plus);
    }

    /** Returns the fees of all platforms, rounded once to the decimals of the currency. */
    BigDecimal fees() {
      BigDecimal exact =
          sales.values().stream()
              .map(line -> line.gross().amount().multiply(rate(line.platform())))
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      return rounded(exact, currency);
    }

    private static BigDecimal rate(String platform) {
      return Platform.of(platform).orElse(Platform.DIRECT).feeRate();
    }

    /** Returns the expenses that were entered by hand. */
    Money manual() {
      return expenses.values().stream().reduce(Money.zero(currency), Money::plus);
    }

    Money manual(String category) {
      return expenses.getOrDefault(category, Money.zero(currency));
    }
  }

  /**
   * Sales over one platform in one currency. An order whose costs and price differ in currency adds
   * to two lines: its income to one, its costs to the other.
   *
   * @param gross what buyers paid, without refunds
   * @param returned refunds to buyers
   */
  record SalesLine(String platform, Money gross, Money returned, Money costs, Counts counts) {

    /**
     * Numbers of orders and items.
     *
     * @param orders counted as sold
     * @param donated number of these items that were donated
     * @param costsUnknown orders without costs from the print shop so far; counted with costs of
     *     zero
     */
    record Counts(long orders, long items, long donated, long costsUnknown) {
      static final Counts NONE = new Counts(0, 0, 0, 0);

      Counts plus(Counts other) {
        return new Counts(
            orders + other.orders,
            items + other.items,
            donated + other.donated,
            costsUnknown + other.costsUnknown);
      }
    }

    static SalesLine returned(String platform, Money refund) {
      Money zero = Money.zero(refund.currency());
      return new SalesLine(platform, zero, refund, zero, Counts.NONE);
    }

    static SalesLine costs(String platform, Money paid) {
      Money zero = Money.zero(paid.currency());
      return new SalesLine(platform, zero, zero, paid, Counts.NONE);
    }

    /**
     * Returns the sum of both lines.
     *
     * @throws IllegalArgumentException for another currency
     */
    SalesLine plus(SalesLine other) {
      return new SalesLine(
          platform,
          gross.plus(other.gross),
          returned.plus(other.returned),
          costs.plus(other.costs),
          counts.plus(other.counts));
    }

    String currency() {
      return gross.currency();
    }
  }

  /**
   * Copies donated for one purpose.
   *
   * @param category philanthropy or charity
   * @param cost of printing them, in one currency
   * @param orders number of orders that contain donated copies
   * @param items number of copies
   * @param entries number of order lines, equal to the entries of their list
   */
  record DonationLine(String category, Money cost, long orders, long items, long entries) {
    static final List<String> CATEGORIES = List.of("philanthropy", "charity");

    /**
     * Returns the sum of both lines.
     *
     * @throws IllegalArgumentException for another currency
     */
    DonationLine plus(DonationLine other) {
      return new DonationLine(
          category,
          cost.plus(other.cost),
          orders + other.orders,
          items + other.items,
          entries + other.entries);
    }
  }
}
