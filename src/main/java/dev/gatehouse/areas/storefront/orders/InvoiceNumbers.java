package dev.gatehouse.areas.storefront.orders;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.StoredTime;

/**
 * Numbers of invoices in a sequence without gaps. A number is stored before its order has it, and
 * only if the number before it is stored. Two indexes give each number and each order one invoice,
 * so nodes that assign at the same time, or continue after a failure, leave no gap.
 */
public final class InvoiceNumbers {
  private static final int MAX_TURNS = 50;
  private static final String NUMBER = "{number}";
  private static final String YEAR = "{year}";

  private final DocumentCollection<Invoice> invoices;
  private final String pattern;
  private final ZoneId zone;
  private final InstantSource clock;

  /**
   * @param id the number as people read it
   * @param year of the sequence; 0 for a sequence that never restarts
   */
  private record Invoice(String id, String order, int year, int number, Instant issuedAt) {}

  /**
   * @param pattern of the numbers; empty for none
   * @param zone in which the year begins
   */
  InvoiceNumbers(Documents documents, String pattern, ZoneId zone, InstantSource clock) {
    this.invoices =
        documents.collection(
            "storefrontInvoices",
            Invoice.class,
            by("order").unique(),
            by("year").then("number").unique());
    this.pattern = pattern;
    this.zone = zone;
    this.clock = clock;
  }

  public static boolean isValid(String pattern) {
    return pattern.isEmpty()
        || (pattern.contains(NUMBER)
            && pattern.replace(NUMBER, "").replace(YEAR, "").matches("[A-Za-z0-9 ._/-]{0,30}"));
  }

  /** Returns a paid order with its invoice number. Blocks. */
  ShopOrder numbered(ShopOrder order) {
    if (pattern.isEmpty() || order.numbers().invoice() != null || order.fromElsewhere()) {
      return order;
    }
    int year = pattern.contains(YEAR) ? clock.instant().atZone(zone).getYear() : 0;
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Optional<Invoice> issued = invoices.findOne(where("order").is(order.id()).json());
      if (issued.isPresent()) {
        return order.withInvoice(issued.get().id());
      }
      try {
        int number = last(year) + 1;
        invoices.insert(
            new Invoice(text(year, number), order.id(), year, number, StoredTime.now(clock)));
      } catch (DuplicateKeyException taken) {
        // Another node was faster with this number, or with this order.
      }
    }
    throw ApiException.busy(ErrorCode.WRITE_CONTENTION, "too many concurrent invoices", 1);
  }

  private int last(int year) {
    List<Invoice> last =
        invoices.find(where("year").is(year).json(), by("number").down().json(), 0, 1);
    return last.isEmpty() ? 0 : last.getFirst().number();
  }

  private String text(int year, int number) {
    return pattern
        .replace(YEAR, Integer.toString(year))
        .replace(NUMBER, String.format(Locale.ROOT, "%04d", number));
  }
}
