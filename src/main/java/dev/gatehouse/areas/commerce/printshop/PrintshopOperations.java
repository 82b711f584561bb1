package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.printshop.SalesRules.Platform;
import dev.gatehouse.areas.commerce.printshop.Totals.DonationLine;
import dev.gatehouse.areas.commerce.printshop.Totals.SalesLine;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.Figures.Amount;
import dev.gatehouse.messages.Figures.Figure;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.settings.OwnerZone;
import dev.gatehouse.store.DocumentCollection;

/** Public operations on the books: sums, donated copies, the sales goal and the constants. */
final class PrintshopOperations {
  /** The published order statuses of the print shop. */
  private static final List<String> STATUSES =
      List.of(
          ("draft pending failed canceled onhold inprocess partial fulfilled archived "
                  + "returned refunded")
              .split(" "));

  private static final int DECIMALS = 4;

  private final DocumentCollection<Goal> goals;
  private final Books books;
  private final PrintOrderRepository orders;
  private final String currency;
  private final Synchronizer synchronizer;
  private final ResponseCache answers;
  private final Runnable changed;
  private final InstantSource clock;

  PrintshopOperations(
      NodeServices node,
      Books books,
      PrintOrderRepository orders,
      String currency,
      Synchronizer synchronizer,
      Runnable changed) {
    this.goals = node.documents().collection("printshopGoals", Goal.class);
    this.books = books;
    this.orders = orders;
    this.currency = currency;
    this.synchronizer = synchronizer;
    this.answers = new ResponseCache(node.clock());
    this.changed = changed;
    this.clock = node.clock();
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.printshopSummary", Area.returning(Summary.class, answers.keeping(this::summary)),
        "commerce.printshopDonations",
            Area.returning(Donations.class, answers.keeping(this::donations)),
        "commerce.sellGoal", Area.returning(SellGoal.class, answers.keeping(this::goal)),
        "commerce.putSellGoal",
            Area.returning(SellGoal.class, SellGoalRequest.class, this::putGoal),
        "commerce.printshopEnums", Area.returning(Enums.class, answers.keeping(this::enums)));
  }

  /** Removes the sums and the cached answers, because an order or an expense has changed. */
  void clear() {
    books.forget();
    answers.clear();
  }

  private record Summary(
      boolean success,
      Sums data,
      Rates platformFees,
      Instant lastSyncedAt,
      String currency,
      List<OtherSums> otherCurrencies,
      @JsonUnwrapped Freshness freshness) {}

  /** Fee rates that the specification lists here. The enums list all rates. */
  private record Rates(
      @JsonProperty("marketplace-a") BigDecimal marketplaceA,
      @JsonProperty("marketplace-b") BigDecimal marketplaceB,
      BigDecimal etsy) {}

  private record OtherSums(String currency, @JsonUnwrapped Sums figures) {}

  private record Sums(
      long totalOrders,
      long totalItems,
      long costsPending,
      BigDecimal grossRevenue,
      BigDecimal printshopCosts,
      BigDecimal platformFees,
      BigDecimal manualExpenses,
      BigDecimal totalExpenses,
      BigDecimal netProfit) {
    static Sums of(Totals.InCurrency sums) {
      SalesLine.Counts counts = sums.counts();
      BigDecimal gross = Totals.number(sums.gross());
      BigDecimal costs = Totals.number(sums.costs());
      BigDecimal manual = Totals.number(sums.manual());
      BigDecimal total = costs.add(sums.fees()).add(manual);
      return new Sums(
          counts.orders(),
          counts.items(),
          counts.costsUnknown(),
          gross,
          costs,
          sums.fees(),
          manual,
          total,
          gross.subtract(total));
    }
  }

  private Answer summary(Call call) throws Exception {
    Totals totals = books.totals(call.deadline());
    Freshness age = synchronizer.freshness();
    var rates =
        new Rates(
            Platform.MARKETPLACE_A.feeRate(),
            Platform.MARKETPLACE_B.feeRate(),
            Platform.ETSY.feeRate());
    List<OtherSums> others =
        otherCurrencies(totals)
            .map(other -> new OtherSums(other, Sums.of(totals.in(other))))
            .toList();
    var summary =
        new Summary(
            true, Sums.of(totals.in(currency)), rates, age.fetchedAt(), currency, others, age);
    return Answer.ok(summary).with(age.headers(clock.instant()));
  }

  private Stream<String> otherCurrencies(Totals totals) {
    return totals.currencies().stream().filter(other -> !other.equals(currency));
  }

  private record Donations(
      boolean success,
      Given data,
      String currency,
      List<OtherGiven> otherCurrencies,
      PageOrder.Pagination pagination,
      @JsonUnwrapped Freshness freshness) {}

  private record Given(
      BigDecimal totalDonated, long totalItems, Breakdown breakdown, List<Item> items) {}

  private record OtherGiven(
      String currency, BigDecimal totalDonated, long totalItems, Breakdown breakdown) {}

  private record Breakdown(Share philanthropy, Share charity) {
    static Breakdown of(Totals.InCurrency sums) {
      return new Breakdown(
          Share.of(sums, DonationLine.CATEGORIES.getFirst()),
          Share.of(sums, DonationLine.CATEGORIES.getLast()));
    }

    long totalItems() {
      return philanthropy.items() + charity.items();
    }

    BigDecimal totalDonated() {
      return philanthropy.cost().add(charity.cost());
    }
  }

  private record Share(long orders, long items, BigDecimal cost) {
    static Share of(Totals.InCurrency sums, String category) {
      DonationLine line = sums.donations().get(category);
      return line == null
          ? new Share(0, 0, Totals.number(Money.zero(sums.currency())))
          : new Share(line.orders(), line.items(), Totals.number(line.cost()));
    }
  }

  private record Item(String name, long quantity, String category, Instant date) {}

  private Answer donations(Call call) throws Exception {
    PageOrder order = PageOrder.of(call);
    NavigableMap<YearMonth, Totals> months = books.months(call.deadline());
    Totals totals = Totals.of(months.values().stream());
    Breakdown own = Breakdown.of(totals.in(currency));
    List<Item> items = items(months.descendingMap(), order);
    Freshness age = synchronizer.freshness();
    return Answer.ok(
            new Donations(
                true,
                new Given(own.totalDonated(), own.totalItems(), own, items),
                currency,
                otherCurrencies(totals)
                    .map(other -> given(other, Breakdown.of(totals.in(other))))
                    .filter(other -> other.totalItems() > 0)
                    .toList(),
                order.of(totals.donatedEntries(), items.size()),
                age))
        .with(age.headers(clock.instant()));
  }

  private static OtherGiven given(String currency, Breakdown breakdown) {
    return new OtherGiven(currency, breakdown.totalDonated(), breakdown.totalItems(), breakdown);
  }

  /** Reads only the months with items on this page. */
  private List<Item> items(NavigableMap<YearMonth, Totals> latestFirst, PageOrder order) {
    List<Item> items = new ArrayList<>();
    long skip = order.offset();
    for (Map.Entry<YearMonth, Totals> month : latestFirst.entrySet()) {
      long entries = month.getValue().donatedEntries();
      if (skip >= entries) {
        skip -= entries;
      } else if (items.size() < order.limitOrDefault()) {
        orders.donatedIn(month.getKey()).stream()
            .flatMap(PrintshopOperations::given)
            .skip(skip)
            .limit(order.limitOrDefault() - items.size())
            .forEach(items::add);
        skip = 0;
      }
    }
    return items;
  }

  private static Stream<Item> given(PrintOrder order) {
    return order.items().stream()
        .filter(item -> item.donation() != null)
        .map(item -> new Item(item.name(), item.quantity(), item.donation(), order.createdAt()));
  }

  /** Sales goal of a year, a document. */
  private record Goal(String id, long goal) {}

  /**
   * @param year null for the current year
   */
  private record SellGoalRequest(Integer year, long goal) {}

  private record SellGoal(boolean success, GoalView data, @JsonUnwrapped Freshness freshness) {}

  /**
   * @param goal 0 if none is set
   * @param progress fraction of the goal that is sold, 0.5 for half; 0 without a goal
   */
  private record GoalView(int year, long goal, long sold, BigDecimal progress) {}

  private record Asked(Integer year) {}

  private Answer goal(Call call) throws Exception {
    int year = yearOr(Json.convert(call.parameters(), Asked.class).year());
    return goal(call, year, goals.find(Integer.toString(year)).map(Goal::goal).orElse(0L));
  }

  private Answer putGoal(Call call, SellGoalRequest request) throws Exception {
    int year = yearOr(request.year());
    String id = Integer.toString(year);
    goals.save(new Goal(id, request.goal()), id);
    changed.run();
    return goal(call, year, request.goal());
  }

  private int yearOr(Integer asked) {
    return asked == null ? clock.instant().atZone(OwnerZone.BOOKS).getYear() : asked;
  }

  private Answer goal(Call call, int year, long goal) throws Exception {
    long sold = books.totals(year, call.deadline()).sold();
    BigDecimal progress =
        goal == 0
            ? BigDecimal.ZERO
            : BigDecimal.valueOf(sold)
                .divide(BigDecimal.valueOf(goal), DECIMALS, RoundingMode.HALF_UP);
    Freshness age = synchronizer.freshness();
    return Answer.ok(new SellGoal(true, new GoalView(year, goal, sold, progress), age))
        .with(age.headers(clock.instant()));
  }

  private record Enums(boolean success, Words data) {}

  private record Words(
      List<PlatformView> platforms,
      List<String> categories,
      List<String> donationCategories,
      List<String> statuses) {}

  private record PlatformView(String name, BigDecimal feeRate) {}

  private Answer enums(Call call) {
    List<PlatformView> platforms =
        Arrays.stream(Platform.values())
            .map(platform -> new PlatformView(platform.label(), platform.feeRate()))
            .toList();
    return Answer.ok(
        new Enums(
            true,
            new Words(platforms, Totals.EXPENSE_CATEGORIES, DonationLine.CATEGORIES, STATUSES)));
  }

  /** Returns the lines of the daily report: a day's sales by currency. */
  Figures figures(Figures.Period day) {
    Totals totals = orders.totals(day.from(), day.until());
    List<Figure> figures = new ArrayList<>();
    totals.currencies().forEach(each -> addSales(figures, totals.in(each)));
    if (figures.isEmpty()) {
      figures.add(new Figure("book orders", 0));
    }
    if (synchronizer.isPaused()) {
      figures.add(new Figure("print shop tokens to renew", 1));
    }
    return new Figures(figures);
  }

  private static void addSales(List<Figure> figures, Totals.InCurrency sums) {
    SalesLine.Counts counts = sums.counts();
    BigDecimal gross = Totals.number(sums.gross());
    BigDecimal royalties = gross.subtract(Totals.number(sums.costs())).subtract(sums.fees());
    figures.add(
        new Figure(
            "book orders",
            counts.orders(),
            List.of(new Amount("royalties", sums.currency(), royalties))));
    figures.add(
        new Figure(
            "books sold",
            counts.items() - counts.donated(),
            List.of(new Amount("", sums.currency(), gross))));
    if (counts.costsUnknown() > 0) {
      figures.add(new Figure("book orders with pending costs", counts.costsUnknown()));
    }
  }
}
