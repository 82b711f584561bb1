package dev.gatehouse.simulation;

import module java.base;

import dev.gatehouse.areas.storefront.orders.SimulatedShop;
import dev.gatehouse.formats.Money;
import io.vertx.core.json.JsonObject;

/**
 * Texts that buyers and the owner read, compared with the provider's ledger at that moment. A text
 * about money that contains no known phrase is a violation, so that each new text is classified.
 */
final class Reported {
  /** Statements about an order's money. */
  enum Claim {
    /** The total was taken. */
    TAKEN,
    /** Nothing had been taken when the order ended. */
    NOT_TAKEN,
    PARTLY_RETURNED,
    RETURNED,
    REVERSED
  }

  private static final Map<String, Claim> CLAIMS =
      Map.ofEntries(
          Map.entry("Your order is paid", Claim.TAKEN),
          Map.entry("is paid, but sold out", Claim.TAKEN),
          Map.entry("is paid\n", Claim.TAKEN),
          Map.entry("is shipped\n", Claim.TAKEN),
          Map.entry("Your order was shipped", Claim.TAKEN),
          Map.entry("A part of your payment was refunded", Claim.PARTLY_RETURNED),
          Map.entry("is partly refunded\n", Claim.PARTLY_RETURNED),
          Map.entry("Your payment was refunded", Claim.RETURNED),
          Map.entry("is refunded\n", Claim.RETURNED),
          Map.entry("is refunded and needs", Claim.RETURNED),
          Map.entry("Your payment was reversed", Claim.REVERSED),
          Map.entry("A chargeback has reversed", Claim.REVERSED),
          Map.entry("was reversed by a chargeback", Claim.REVERSED),
          Map.entry("is charged back", Claim.REVERSED),
          Map.entry("it was not paid in time", Claim.NOT_TAKEN),
          Map.entry("Order cancelled", Claim.NOT_TAKEN),
          Map.entry("No payment was requested", Claim.NOT_TAKEN),
          Map.entry("The payment has expired", Claim.NOT_TAKEN));

  /** Phrases about money that are true of every payment. */
  private static final Pattern NEUTRAL =
      Pattern.compile(
          "Pay for your order|A payment needs your attention|Payment in progress|payment is being verified|Do not pay again"
              + "|If a payment arrives later|You do not pay on this page|payment instructions"
              + "|charged at most once|payment is not confirmed yet|status of its payment is unknown"
              + "|The payment was not approved|use another payment method|payment provider"
              + "|needs your attention|payment is not as ordered: ordered [0-9.]+ [A-Z]+, captured"
              + "|Look up payment|Payment needs attention|GET /payments/orders|The payment of order"
              + "|PUT /api/\\S+|payment #|A chargeback|Answer the chargeback at the"
              + "|/storefront/orders|the (?:payment|shop)|is (?:paid|refunded|unresolved) and needs"
              + "|one part was captured and another was declined|ordered [0-9.]+ [A-Z]+, captured"
              + "|The payment could not be confirmed|opened a dispute"
              + "|Thank you for your order|Refunded: \\$[0-9.]+|will refund your payment or email"
              + "|Refund the payment in the console");

  private static final Pattern MONEY =
      Pattern.compile("(?i)paid|pay|charg|taken|refund|captur|revers");
  private static final Pattern REFUNDED = Pattern.compile("Refunded: \\$([0-9]+\\.[0-9]+)");
  private static final Pattern ORDER = Pattern.compile("[0-9A-F]{8}|[0-9a-f]{32}|P[0-9]+");

  private static final Map<String, Set<Claim>> KNOWN = new ConcurrentHashMap<>();
  private static final Map<String, String> PAGES = new ConcurrentHashMap<>();

  private Reported() {}

  /** Returns the text of an order's page. */
  static String page(JsonObject order) {
    Object shipment = order.getValue("shipment");
    String key = order.getString("state") + order.getMap().get("ledger") + shipment;
    return PAGES.computeIfAbsent(key, first -> SimulatedShop.page(order));
  }

  /**
   * Returns why a text is false; empty if it is true.
   *
   * @param at the order at the provider; null if none was created
   * @param captured whether an attempt of the shop has taken money
   */
  static String lie(String text, SimulatedProvider.Order at, boolean captured) {
    Set<Claim> claims = KNOWN.get(text);
    if (claims == null) {
      // Pages name no order, emails do.
      claims = KNOWN.computeIfAbsent(ORDER.matcher(text).replaceAll("#"), Reported::claims);
    }
    for (Claim claim : claims) {
      boolean holds = claim == Claim.NOT_TAKEN ? !captured : at != null && holds(claim, text, at);
      if (!holds) {
        return "reported \"" + text.strip() + "\", but the provider has " + at;
      }
    }
    return "";
  }

  private static Set<Claim> claims(String text) {
    Set<Claim> claims = EnumSet.noneOf(Claim.class);
    String rest = text;
    for (Map.Entry<String, Claim> phrase : CLAIMS.entrySet()) {
      if (rest.contains(phrase.getKey())) {
        claims.add(phrase.getValue());
        rest = rest.replace(phrase.getKey(), "");
      }
    }
    rest = NEUTRAL.matcher(rest).replaceAll("");
    if (MONEY.matcher(rest).find()) {
      throw new AssertionError("no known phrase about money: " + rest);
    }
    return claims;
  }

  private static boolean holds(Claim claim, String text, SimulatedProvider.Order at) {
    return switch (claim) {
      case TAKEN -> MoneySchedule.TOTAL.equals(at.taken);
      case NOT_TAKEN -> at.taken == null;
      case PARTLY_RETURNED ->
          at.returned != null && at.returned.amount().compareTo(stated(text)) >= 0;
      case RETURNED -> at.returned != null && at.returned.equals(at.taken);
      case REVERSED -> at.wasReversed;
    };
  }

  private static BigDecimal stated(String text) {
    Matcher stated = REFUNDED.matcher(text);
    return stated.find() ? new BigDecimal(stated.group(1)) : Money.zero("USD").amount();
  }
}
