package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.gatehouse.areas.commerce.printshop.Totals.DonationLine;
import dev.gatehouse.areas.commerce.printshop.Totals.SalesLine;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.OwnerZone;

/**
 * Order, one flat document without data of its buyer. Its platform, its status in the books and the
 * purposes of its items are computed from the other fields and the settings.
 *
 * @param externalId the shop's own number; empty if absent
 * @param store the print shop's number of the shop; empty if absent
 * @param gross price for the buyer; null if it cannot be parsed
 * @param costs price of the print shop; null if not yet known
 * @param problem why the order is not counted; null without a problem
 * @param sample whether the owner has ordered it as a sample
 * @param donated whether any item was donated
 */
record PrintOrder(
    String id,
    String externalId,
    String store,
    String status,
    Money gross,
    Money costs,
    String problem,
    boolean sample,
    List<Item> items,
    String platform,
    SalesStatus standing,
    boolean donated,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * Line of an order.
   *
   * @param price for one item; null if not given
   * @param retailPrice for one item to the buyer; null if not given
   * @param donation purpose of the donation; null if the item is sold
   */
  record Item(
      String name, String sku, long quantity, Money price, Money retailPrice, String donation) {
    Item givenFor(String purpose) {
      return new Item(name, sku, quantity, price, retailPrice, purpose);
    }
  }

  /** Classification of an order in the books. */
  enum SalesStatus {
    /** Sold. */
    COUNTED,
    /** Sold and printed, then refunded. */
    RETURNED,
    /** Not sold, or not yet. */
    UNCOUNTED,
    /** Its amounts cannot be read. Releases before 1.0 stored it as UNREADABLE. */
    @JsonAlias("UNREADABLE")
    INVALID
  }

  long quantity() {
    return items.stream().mapToLong(Item::quantity).sum();
  }

  YearMonth month() {
    return YearMonth.from(createdAt.atZone(OwnerZone.BOOKS));
  }

  /**
   * Returns this order with the status that it had before it was archived, because the print shop
   * only hides an archived order.
   */
  PrintOrder unlessArchived(PrintOrder before) {
    String kept = status.equals("archived") ? before.status() : status;
    return with(kept, items, platform, standing, donated);
  }

  PrintOrder classified(List<Item> known, String by, SalesStatus as, boolean given) {
    return with(status, known, by, as, given);
  }

  private PrintOrder with(
      String state, List<Item> known, String by, SalesStatus as, boolean given) {
    return new PrintOrder(
        id,
        externalId,
        store,
        state,
        gross,
        costs,
        problem,
        sample,
        known,
        by,
        as,
        given,
        createdAt,
        updatedAt);
  }

  /** Returns what this order adds to the sums of its month. */
  Totals totals() {
    var totals = new Totals();
    switch (standing) {
      case COUNTED -> addCounted(totals);
      case RETURNED -> {
        totals.add(SalesLine.returned(platform, gross));
        addCosts(totals);
      }
      case UNCOUNTED, INVALID -> {}
    }
    return totals;
  }

  private void addCounted(Totals totals) {
    long given =
        items.stream().filter(item -> item.donation() != null).mapToLong(Item::quantity).sum();
    long unknown = costs == null ? 1 : 0;
    // A sample has only costs.
    var counts =
        sample
            ? new SalesLine.Counts(0, 0, 0, unknown)
            : new SalesLine.Counts(1, quantity(), given, unknown);
    Money none = Money.zero(gross.currency());
    totals.add(new SalesLine(platform, gross, none, none, counts));
    addCosts(totals);
    if (donated) {
      addDonations(totals);
    }
  }

  private void addCosts(Totals totals) {
    if (costs != null) {
      totals.add(SalesLine.costs(platform, costs));
    }
  }

  /** Counts an order once for each purpose, regardless of the number of its lines. */
  private void addDonations(Totals totals) {
    Money noPrice = Money.zero(gross.currency());
    Map<String, DonationLine> own = new TreeMap<>();
    for (Item item : items) {
      if (item.donation() != null) {
        Money each = item.price() == null ? noPrice : item.price();
        var line =
            new DonationLine(item.donation(), each.times(item.quantity()), 0, item.quantity(), 1);
        own.merge(item.donation() + ' ' + each.currency(), line, DonationLine::plus);
      }
    }
    own.values()
        .forEach(line ->
            totals.add(
                new DonationLine(line.category(), line.cost(), 1, line.items(), line.entries())));
  }
}
