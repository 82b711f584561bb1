package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.PrintOrder.Item;
import dev.gatehouse.areas.commerce.printshop.PrintOrder.SalesStatus;
import dev.gatehouse.areas.commerce.printshop.Totals.DonationLine;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * Rules from the settings that classify orders: whether they count, their platform, and which items
 * were donated. Orders stored under other rules are classified again.
 */
record SalesRules(
    List<String> counted, List<String> returned, List<Rule> channels, List<Rule> donations) {
  /** Must be increased when the meaning of the same settings changes. */
  private static final String EDITION = "2";

  private static final int FINGERPRINT_BYTES = 12;

  /**
   * An entry {@code what=meaning} of a setting.
   *
   * @param what a shop's number, a prefix of order numbers with a star, a word of an item's name,
   *     or {@code sku:} and a prefix of SKUs
   */
  private record Rule(String what, String meaning) {
    static List<Rule> read(Section own, String key, List<String> meanings) {
      return own.list(key).stream().map(entry -> of(own.key(key), entry, meanings)).toList();
    }

    private static Rule of(String key, String entry, List<String> meanings) {
      int sign = entry.lastIndexOf('=');
      Rule rule = new Rule("", "");
      if (sign >= 1) {
        rule = new Rule(entry.substring(0, sign).strip(), entry.substring(sign + 1).strip());
      }
      Check.that(
          !rule.what().isEmpty() && meanings.contains(rule.meaning()),
          key + " must have entries of the form what=" + String.join("|", meanings));
      return rule;
    }
  }

  static SalesRules read(Section own) {
    List<String> counted = own.list("countedStatuses");
    List<String> returned = own.list("returnedStatuses");
    Check.that(
        counted.stream().noneMatch(returned::contains),
        own.key("countedStatuses") + " and returnedStatuses must not share a status");
    return new SalesRules(
        counted,
        returned,
        Rule.read(own, "channels", Platform.labels()),
        Rule.read(own, "donations", DonationLine.CATEGORIES));
  }

  /** Returns a short text that differs for different rules. */
  String fingerprint() {
    String all = String.join("\n", EDITION, "" + counted, "" + returned, "" + channels);
    return Sha256.hex(all + '\n' + donations, FINGERPRINT_BYTES);
  }

  PrintOrder classify(PrintOrder order) {
    List<Item> items =
        order.items().stream().map(item -> item.givenFor(donation(item).orElse(null))).toList();
    SalesStatus standing = standing(order);
    boolean donated =
        standing == SalesStatus.COUNTED
            && !order.sample()
            && items.stream().anyMatch(item -> item.donation() != null);
    return order.classified(items, platform(order), standing, donated);
  }

  private SalesStatus standing(PrintOrder order) {
    boolean counts = counted.contains(order.status());
    if (!counts && !returned.contains(order.status())) {
      return SalesStatus.UNCOUNTED;
    }
    if (order.problem() != null) {
      return SalesStatus.INVALID;
    }
    return counts ? SalesStatus.COUNTED : SalesStatus.RETURNED;
  }

  /**
   * Returns the platform of the first matching rule. Without a match, the owner sold the order
   * directly.
   */
  private String platform(PrintOrder order) {
    return meaning(
            channels,
            what -> {
              if (what.endsWith("*")) {
                return order.externalId().startsWith(PlainText.withoutEnd("*", what));
              }
              return what.equals(order.store());
            })
        .orElse(Platform.DIRECT.label());
  }

  private Optional<String> donation(Item item) {
    String name = item.name().toLowerCase(Locale.ROOT);
    return meaning(
        donations,
        what -> {
          if (what.startsWith("sku:")) {
            return item.sku().startsWith(PlainText.withoutStart("sku:", what));
          }
          return name.contains(what.toLowerCase(Locale.ROOT));
        });
  }

  private static Optional<String> meaning(List<Rule> rules, Predicate<String> holds) {
    return rules.stream().filter(rule -> holds.test(rule.what())).findFirst().map(Rule::meaning);
  }

  /** Sales channels, each with its fee as a fraction of the price. */
  enum Platform {
    MARKETPLACE_A("marketplace-a", "0.17"),
    MARKETPLACE_B("marketplace-b", "0.13"),
    ETSY("etsy", "0.065"),
    SHORT_VIDEO("short-video", "0.08"),
    STOREFRONT("storefront", "0.029"),
    DIRECT("direct", "0");

    private final String label;
    private final BigDecimal feeRate;

    Platform(String label, String feeRate) {
      this.label = label;
      this.feeRate = new BigDecimal(feeRate);
    }

    /** Returns the name in replies and documents. */
    String label() {
      return label;
    }

    /** Returns the fee as a fraction of the price that buyers paid. */
    BigDecimal feeRate() {
      return feeRate;
    }

    static Optional<Platform> of(String label) {
      return Arrays.stream(values()).filter(platform -> platform.label.equals(label)).findFirst();
    }

    static List<String> labels() {
      return Arrays.stream(values()).map(Platform::label).toList();
    }
  }
}
