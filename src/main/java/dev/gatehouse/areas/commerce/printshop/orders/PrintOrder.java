package dev.gatehouse.areas.commerce.printshop.orders;

import module java.base;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.OwnerZone;

/**
 * Order, one flat document without data of its buyer. Its platform, its status in the books and the
 * purposes of its items are computed from the other fields and the settings.
 *
 * @param id the print shop's
 * @param externalId the shop's own number; empty if absent
 * @param store the print shop's number of the shop; empty if absent
 * @param status the print shop's status
 * @param gross price for the buyer; null if it cannot be parsed
 * @param costs price of the print shop; null if not yet known
 * @param problem why the order is not counted; null without a problem
 * @param sample whether the owner has ordered it as a sample
 * @param standing its status in the books
 * @param donated whether any item was donated
 */
public record PrintOrder(
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
  private static final String ARCHIVED = "archived";

  /**
   * Line of an order.
   *
   * @param price for one item; null if not given
   * @param retailPrice for one item to the buyer; null if not given
   * @param donation purpose of the donation; null if the item is sold
   */
  public record Item(
      String name, String sku, long quantity, Money price, Money retailPrice, String donation) {
    Item givenFor(String purpose) {
      return new Item(name, sku, quantity, price, retailPrice, purpose);
    }
  }

  /** Classification of an order in the books. */
  public enum SalesStatus {
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

  /** Returns the number of items. */
  public long quantity() {
    return items.stream().mapToLong(Item::quantity).sum();
  }

  /** Returns the month of the creation in the zone of the books. */
  YearMonth month() {
    return YearMonth.from(createdAt.atZone(OwnerZone.BOOKS));
  }

  /**
   * Returns this order with the status that it had before it was archived, because the print shop
   * only hides an archived order.
   */
  PrintOrder unlessArchived(PrintOrder before) {
    return status.equals(ARCHIVED) ? withStatus(before.status()) : this;
  }

  private PrintOrder withStatus(String other) {
    return new PrintOrder(
        id,
        externalId,
        store,
        other,
        gross,
        costs,
        problem,
        sample,
        items,
        platform,
        standing,
        donated,
        createdAt,
        updatedAt);
  }

  PrintOrder judged(List<Item> known, String by, SalesStatus as, boolean given) {
    return new PrintOrder(
        id,
        externalId,
        store,
        status,
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
}
