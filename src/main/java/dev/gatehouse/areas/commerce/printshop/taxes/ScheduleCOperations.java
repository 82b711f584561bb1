package dev.gatehouse.areas.commerce.printshop.taxes;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.TextPages;
import dev.gatehouse.areas.commerce.printshop.books.Books;
import dev.gatehouse.areas.commerce.printshop.books.Totals;
import dev.gatehouse.areas.commerce.printshop.sync.SyncSettings;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.messages.StorefrontMessages;
import dev.gatehouse.messages.StorefrontMessages.CurrencySales;
import dev.gatehouse.messages.StorefrontMessages.SalesQuery;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.settings.OwnerZone;

/**
 * Tax form of a year as JSON, as a table for spreadsheets, and as a printable page.
 *
 * @param settings with the currency of the books, the only one in the form
 * @param pages serves tables and pages
 * @param freshness returns the age of the orders
 * @param bus reads the sales of the shop
 */
public record ScheduleCOperations(
    Books books,
    SyncSettings settings,
    TextPages pages,
    Supplier<Freshness> freshness,
    MessageBus bus,
    InstantSource clock) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The page loads only its own inline style. */
  private static final String PAGE_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

  public Map<String, Area.Handler> operations() {
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
  record ShopSales(BigDecimal receipts, BigDecimal returns) {}

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
        freshness.get());
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
    Stream<String> lines =
        form.lines().stream()
            .map(line -> row(line.line(), line.description(), line.amount().toPlainString()));
    Stream<String> others =
        form.otherExpenses().stream()
            .map(line -> row("48", line.description(), line.amount().toPlainString()));
    String text =
        Stream.of(Stream.of("line,description,amount,currency"), lines, others)
            .flatMap(rows -> rows)
            .map(row -> row.startsWith("line,") ? row : row + ',' + form.currency())
            .collect(Collectors.joining("\r\n", "", "\r\n"));
    return Answer.stored(pages.claim(text, "text/csv", "schedule-c-" + form.year() + ".csv"))
        .with(reply.freshness().headers(clock.instant()));
  }

  private static String row(String... cells) {
    return String.join(",", cells);
  }

  private Answer page(Call call) throws Exception {
    ScheduleCReply reply = reply(call);
    return Answer.stored(
            pages.claim(
                ScheduleCPage.html(reply.data(), reply.otherCurrencies(), reply.shop()),
                "text/html",
                ""))
        .with(reply.freshness().headers(clock.instant()))
        .with(Map.of("Content-Security-Policy", PAGE_POLICY));
  }
}
