package dev.gatehouse.areas.storefront.orders;

import module java.base;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.Money;
import dev.gatehouse.pages.Site;

/**
 * Order, one flat document.
 *
 * @param id 128 random bits, which grant access to view, pay and cancel the order
 * @param version number of changes; each change requires the version that it was made from
 */
public record ShopOrder(
    String id,
    long version,
    @JsonUnwrapped Goods goods,
    Buyer buyer,
    @JsonUnwrapped Standing standing,
    @JsonUnwrapped Payment payment,
    @JsonUnwrapped Numbers numbers) {
  private static final int REFERENCE = 8;

  /** An order of a release before these numbers has none. */
  public ShopOrder {
    numbers = Objects.requireNonNullElse(numbers, Numbers.NONE);
  }

  ShopOrder(String id, long version, Goods goods, Buyer buyer, Standing standing, Payment payment) {
    this(id, version, goods, buyer, standing, payment, Numbers.NONE);
  }

  /**
   * Numbers of an order for people.
   *
   * @param imported number in the shop that it was imported from; null for an order of this shop
   * @param invoice number of its invoice; null without one
   */
  public record Numbers(String imported, String invoice) {
    static final Numbers NONE = new Numbers(null, null);
  }

  public enum State {
    /** Waits for its payment and holds its stock. */
    OPEN,
    /** Payment is in progress, or its outcome is unknown. */
    PAYING,
    /** Payment was made, and the provider has not decided yet. */
    PENDING,
    /**
     * Outcome of the payment is unknown after all retries. The owner decides, and retries have
     * ended.
     */
    @JsonAlias("UNCLEAR")
    UNRESOLVED,
    /** Payment cannot be made online, so the owner arranges it. */
    PLACED,
    PAID,
    /** Paid, and the goods are on their way. */
    SHIPPED,
    PARTLY_REFUNDED,
    REFUNDED,
    /** A chargeback has reversed the payment. */
    CHARGED_BACK,
    CANCELLED,
    /** Not paid in time. */
    EXPIRED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether its stock is available to others again. */
    boolean isOver() {
      return this == CANCELLED || this == EXPIRED;
    }

    /** Returns whether it was paid, even if the money was returned later. */
    boolean isPaid() {
      return switch (this) {
        case PAID, SHIPPED, PARTLY_REFUNDED, REFUNDED, CHARGED_BACK -> true;
        default -> false;
      };
    }

    boolean isUndecided() {
      return this == PAYING || this == PENDING || this == UNRESOLVED;
    }

    boolean isOwners() {
      return this == PLACED || this == UNRESOLVED;
    }
  }

  /**
   * Purchased goods.
   *
   * @param total what the buyer pays: the charges' sum
   * @param charges sums as the buyer saw them
   */
  public record Goods(List<Line> lines, Money total, Charges charges) {
    /** An order of a release without charges costs what its lines cost. */
    public Goods {
      charges = Objects.requireNonNullElse(charges, Charges.none(total));
    }

    public Goods(List<Line> lines, Money total) {
      this(lines, total, Charges.none(total));
    }

    public static Goods of(List<Line> lines, Charges charges) {
      return new Goods(lines, charges.sum(), charges);
    }
  }

  /**
   * Line of purchased goods.
   *
   * @param product its id in the catalog
   * @param label of its stock
   */
  public record Line(
      String variant, String product, String label, String title, int quantity, Money price) {
    /** Returns the name for people: the title with the label. */
    public String name() {
      return label.equals(ShopVariant.ONLY) ? title : title + ", " + label;
    }

    public Money sum() {
      return price.times(quantity);
    }

    public String shortage(Site site, int left) {
      if (left == 0) {
        return site.text("cart.problem.sold-out", name());
      }
      return site.text("cart.problem.scarce", name(), left);
    }
  }

  /**
   * Buyer with the delivery address.
   *
   * @param address lines of the whole address, without the name
   * @param mailbox of the email address; null in orders stored before this field existed
   * @param postal parts of the address; null in orders stored before this field existed
   * @param note of the owner about the order; null without one
   */
  public record Buyer(
      String name,
      String email,
      String address,
      String mailbox,
      PostalAddress postal,
      String note) {
    public Buyer(String name, String email, String address, String mailbox, PostalAddress postal) {
      this(name, email, address, mailbox, postal, null);
    }

    /** Returns this buyer with a corrected address and another note. */
    public Buyer corrected(String newName, PostalAddress to, String newNote, Locale language) {
      return new Buyer(
          newName, email, to == null ? address : to.lines(language), mailbox, to, newNote);
    }

    public static Buyer of(String name, String email, PostalAddress postal, Locale language) {
      return new Buyer(
          name,
          email,
          postal.lines(language),
          MailText.mailbox(email.toLowerCase(Locale.ROOT)),
          postal);
    }
  }

  /**
   * Status of an order.
   *
   * @param attempt number of the payment attempt; a later one holds its stock again
   * @param due time of the next check; null for never
   * @param looks number of checks without a result since the last known status
   */
  public record Standing(
      State state, int attempt, Instant due, int looks, Instant createdAt, Instant updatedAt) {}

  /**
   * Payment of an order.
   *
   * @param paymentOrder the provider's id; null without one
   * @param approveUrl where the buyer pays; null without one
   * @param tries number of capture attempts, each counted before the provider is called
   * @param cleared number of attempts after which the provider has reported that nothing is
   *     captured
   * @param shipment null until the goods are shipped
   */
  public record Payment(
      String paymentOrder,
      String approveUrl,
      int tries,
      int cleared,
      Ledger ledger,
      Shipment shipment) {
    static final Payment NONE = of(null, null);

    /** An order of a release without a ledger has no facts. */
    public Payment {
      ledger = Objects.requireNonNullElse(ledger, Ledger.NONE);
    }

    static Payment of(String paymentOrder, String approveUrl) {
      return new Payment(paymentOrder, approveUrl, 0, 0, Ledger.NONE, null);
    }

    Payment with(Ledger facts) {
      return new Payment(paymentOrder, approveUrl, tries, cleared, facts, shipment);
    }

    Payment with(Shipment sent) {
      return new Payment(paymentOrder, approveUrl, tries, cleared, ledger, sent);
    }

    Payment tried() {
      return new Payment(paymentOrder, approveUrl, tries + 1, cleared, ledger, shipment);
    }

    /** Returns this payment after the provider has reported that nothing is captured. */
    Payment uncaptured() {
      return new Payment(paymentOrder, approveUrl, tries, tries, ledger, shipment);
    }

    /** Returns this payment with the provider's id, if it had none. */
    Payment known(String id) {
      if (paymentOrder != null) {
        return this;
      }
      return new Payment(id, approveUrl, tries, cleared, ledger, shipment);
    }
  }

  /**
   * Shipment of the goods.
   *
   * @param tracking number or address; empty without one
   * @param delivered whether the owner knows that the goods have arrived
   */
  public record Shipment(String carrier, String tracking, boolean delivered) {
    /** Returns the text in the IDs of emails, which earlier releases know without deliveries. */
    @Override
    public String toString() {
      String sent = "Shipment[carrier=" + carrier + ", tracking=" + tracking + "]";
      return delivered ? sent + " delivered" : sent;
    }
  }

  public State state() {
    return standing.state();
  }

  /** Returns the money that was taken, also outside the provider; null if none was. */
  public Money taken() {
    Money captured = payment.ledger().captured();
    return captured == null && state().isPaid() ? goods.total() : captured;
  }

  /** Returns the money of a paid order that refunds and chargebacks have returned. */
  public Money returned() {
    Money refunded = payment.ledger().refunded();
    return switch (state()) {
      case CHARGED_BACK -> taken();
      case REFUNDED -> Objects.requireNonNullElse(refunded, taken());
      default -> Objects.requireNonNullElse(refunded, Money.zero(taken().currency()));
    };
  }

  public boolean hasEnded() {
    return state().isOver();
  }

  /** Returns whether it is stored and open without an order at the payment provider. */
  boolean isUnfinished() {
    return state() == State.OPEN && payment.paymentOrder() == null;
  }

  /** Returns whether a capture may have succeeded. Such an order neither expires nor ends. */
  boolean mayHaveBeenCaptured() {
    return state().isUndecided()
        || payment.tries() > payment.cleared()
        || payment.ledger().captured() != null;
  }

  /** Returns the public reference of this order, which grants no access. */
  public String reference() {
    if (numbers.imported() != null) {
      return numbers.imported();
    }
    return id.substring(0, REFERENCE).toUpperCase(Locale.ROOT);
  }

  ShopOrder in(State state, Instant due) {
    return attempted(state, standing.attempt(), due);
  }

  ShopOrder attempted(State state, int attempt, Instant due) {
    boolean stillUndecided = state().isUndecided() && state.isUndecided();
    return with(state, attempt, due, stillUndecided ? standing.looks() : 0);
  }

  /** Returns this order after a check without a result, with the time of the next check. */
  ShopOrder lookedInVain(Instant due) {
    return with(state(), standing.attempt(), due, standing.looks() + 1);
  }

  private ShopOrder with(State state, int attempt, Instant due, int looks) {
    var next = new Standing(state, attempt, due, looks, standing.createdAt(), standing.updatedAt());
    return new ShopOrder(id, version, goods, buyer, next, payment, numbers);
  }

  ShopOrder with(Buyer other) {
    return new ShopOrder(id, version, goods, other, standing, payment, numbers);
  }

  ShopOrder withInvoice(String invoice) {
    var named = new Numbers(numbers.imported(), invoice);
    return new ShopOrder(id, version, goods, buyer, standing, payment, named);
  }

  /** Returns whether it was imported from another shop, so it cannot be changed here. */
  public boolean fromElsewhere() {
    return numbers.imported() != null;
  }

  ShopOrder with(Payment other) {
    return new ShopOrder(id, version, goods, buyer, standing, other, numbers);
  }

  /** Returns this order with the next version number and a new time of change. */
  ShopOrder changedAt(Instant now) {
    var times =
        new Standing(
            state(),
            standing.attempt(),
            standing.due(),
            standing.looks(),
            standing.createdAt(),
            now);
    return new ShopOrder(id, version + 1, goods, buyer, times, payment, numbers);
  }

  /**
   * Address of a delivery.
   *
   * @param street one or more lines
   * @param postcode empty in countries without postcodes
   * @param region state or province; may be empty
   */
  public record PostalAddress(
      String street, String postcode, String city, String region, String country) {
    /** Returns the lines of the address in the order of its country. */
    String lines(Locale language) {
      String place;
      if (Countries.hasPostcodeLast(country)) {
        place = joined(" ", joined(", ", city, region), postcode);
      } else {
        place = joined(", ", joined(" ", postcode, city), region);
      }
      return joined("\n", street, place, Countries.name(country, language));
    }

    private static String joined(String separator, String... parts) {
      return Stream.of(parts)
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining(separator));
    }
  }
}
