package dev.gatehouse.node.agreement;

import module java.base;

import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;

/** The list of settings that must be equal on all nodes of a cluster. */
final class AgreedSettings {
  private static final Map<String, Form> FORMS =
      Arrays.stream(Form.values())
          .flatMap(form -> form.keys().map(key -> Map.entry(key, form)))
          .collect(
              Collectors.toMap(
                  Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));

  /** Form of a value, in which equal values have equal texts, and the settings that have it. */
  private enum Form {
    /** Secret that a person may have chosen. */
    CHOSEN_SECRET("access.permanentCode access.apiKey"),
    /** Long secrets, of which the first is used and the others are accepted. */
    SECRETS("access.jwtSecret media.dnaKey"),
    TEXT(
        """
        access.apiKeyHeader access.jwtIssuer access.jwtAudience public.url hire.mailsPerHour
        hire.maxPerHour owner.email payments.currency payments.priceCheck printshop.currency
        calendar.provider calendar.eventTypes calendar.bookingCode calendar.timeZone
        storefront.provider storefront.name storefront.seller storefront.country
        storefront.pricesIncludeTax theme.name theme.accentColor theme.language calendar.from
        calendar.to security.maxAttempts
        """),
    LIST(
        """
        public.closed public.formerHosts areas.off calendar.days calendar.embedOrigins security.banLadder
        storefront.shippingRates storefront.taxRates storefront.reducedTaxRates
        storefront.reducedTaxCategories theme.footerLinks
        """),
    DURATION(
        """
        retention.hireForms retention.spam retention.rejectedReviews retention.bookings
        retention.orders
        calendar.buffer calendar.minNotice calendar.maxAdvance security.attemptWindow
        security.banMemory trading.logRetention blobs.trashRetention blockgame.auditRetention
        links.expiredRetention links.clickRetention storefront.cartTtl storefront.reservationTtl
        """);

    private final String keys;

    Form(String keys) {
      this.keys = keys;
    }

    Stream<String> keys() {
      return Arrays.stream(keys.strip().split("\\s+"));
    }
  }

  private AgreedSettings() {}

  /** Returns the keys of all settings that must be equal. */
  static Set<String> keys() {
    return FORMS.keySet();
  }

  /**
   * Returns a node's values. Takes about 60 ms.
   *
   * @param contract version of its contract; versions with one major number can run side by side
   */
  static List<AgreedSetting> of(Settings settings, String contract, SettingDigest digest) {
    return Stream.concat(
            FORMS.keySet().stream().map(key -> one(settings, key, digest)),
            Stream.of(text("contract.version", contract.split("\\.")[0], digest)))
        .toList();
  }

  /** Returns a node's value of one setting. */
  static AgreedSetting one(Settings settings, String key, SettingDigest digest) {
    return setting(settings.section(""), key, FORMS.get(key), digest);
  }

  private static AgreedSetting setting(Section root, String key, Form form, SettingDigest digest) {
    return switch (form) {
      case CHOSEN_SECRET -> {
        String value = root.text(key);
        yield new AgreedSetting(key, List.of(digest.ofChosen(key, value)), !value.isEmpty(), false);
      }
      case SECRETS -> secrets(key, root.list(key), digest);
      case TEXT -> text(key, root.text(key).strip(), digest);
      case LIST -> text(key, String.join(",", root.list(key)), digest);
      case DURATION -> text(key, root.duration(key).toString(), digest);
    };
  }

  private static AgreedSetting secrets(String key, List<String> values, SettingDigest digest) {
    if (values.isEmpty()) {
      return text(key, "", digest);
    }
    return new AgreedSetting(
        key, values.stream().map(value -> digest.of(key, value)).toList(), true, true);
  }

  private static AgreedSetting text(String key, String value, SettingDigest digest) {
    return new AgreedSetting(key, List.of(digest.of(key, value)), !value.isEmpty(), false);
  }
}
