package dev.gatehouse.areas.commerce.printshop.orders;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.OwnerZone;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;

/**
 * An order, one flat document. Nothing of its buyer is kept.
 *
 * @param id the print shop's
 * @param judged what the books make of it, which follows from the rest and from the settings
 */
public record PrintOrder(
    String id,
    @JsonUnwrapped Origin origin,
    @JsonUnwrapped Sale sale,
    List<Item> items,
    @JsonUnwrapped Judged judged,
    @JsonUnwrapped Times times) {

  /**
   * The place that it comes from.
   *
   * @param externalId the shop's own number; empty if there is none
   * @param store the print shop's number of the shop; empty if there is none
   * @param status the print shop's word
   */
  public record Origin(String externalId, String store, String status) {}

  /**
   * The money.
   *
   * @param gross what the buyer paid; null where that cannot be read
   * @param costs what the print shop is paid; null as long as it does not say
   * @param problem why nothing of this is counted; null if it is
   */
  public record Sale(Money gross, Money costs, String problem) {}

  /**
   * One line.
   *
   * @param price what one costs; null if that is not said
   * @param retailPrice what the buyer pays for one; null if that is not said
   * @param donation the purpose that it is given away for; null if it is sold
   */
  public record Item(
      String name, String sku, long quantity, Money price, Money retailPrice, String donation) {
    Item givenFor(String purpose) {
      return new Item(name, sku, quantity, price, retailPrice, purpose);
    }
  }

  /** The ways in which an order counts. */
  public enum SalesStatus {
    /** Sold. */
    COUNTED,
    /** Sold, printed, and the money given back. */
    RETURNED,
    /** Not sold, or not yet. */
    UNCOUNTED,
    /** Its amounts cannot be read. Releases before 1.0 stored it as UNREADABLE. */
    @JsonAlias("UNREADABLE")
    INVALID
  }

  /**
   * The judgement of the books.
   *
   * @param donated whether something of it was given away
   */
  public record Judged(String platform, SalesStatus standing, boolean donated) {
    public static final Judged NOT_YET = new Judged("", SalesStatus.UNCOUNTED, false);
  }

  /**
   * Its times.
   *
   * @param month of its creation, by the owner's calendar: 2026-11
   */
  public record Times(Instant createdAt, Instant updatedAt, String month) {
    public static Times of(Instant createdAt, Instant updatedAt) {
      String month = YearMonth.from(createdAt.atZone(OwnerZone.ID)).toString();
      return new Times(createdAt, updatedAt, month);
    }
  }

  /** The items together. */
  public long quantity() {
    return items.stream().mapToLong(Item::quantity).sum();
  }

  YearMonth month() {
    return YearMonth.parse(times.month());
  }

  PrintOrder judged(List<Item> known, Judged judgement) {
    return new PrintOrder(id, origin, sale, known, judgement, times);
  }
}
