package dev.gatehouse.areas.storefront.charges;

import module java.base;

/** Countries, by their codes of ISO 3166. */
public final class Countries {
  public static final Set<String> ALL = Set.of(Locale.getISOCountries());

  /** Countries whose addresses have no postcode. */
  private static final Set<String> NO_POSTCODE =
      Set.of(
          "AE", "AG", "AO", "AW", "BF", "BI", "BJ", "BO", "BS", "BW", "BZ", "CD", "CF", "CG", "CI",
          "CK", "CM", "DJ", "DM", "ER", "FJ", "GA", "GD", "GH", "GM", "GN", "GQ", "GY", "HK", "KI",
          "KM", "KN", "KP", "LC", "ML", "MO", "MR", "MW", "NR", "NU", "PA", "QA", "RW", "SB", "SC",
          "SL", "SO", "SR", "ST", "SY", "TD", "TF", "TG", "TK", "TL", "TO", "TV", "UG", "VU", "YE",
          "ZW");

  /** Countries that write the postcode behind the city and the region. */
  private static final Set<String> POSTCODE_LAST = Set.of("AU", "CA", "GB", "IN", "US");

  public record Country(String code, String name) {}

  private Countries() {}

  public static String name(String code, Locale language) {
    return Locale.of("", code).getDisplayCountry(language);
  }

  /** Returns countries with their names, in the order of a language. */
  static List<Country> named(Set<String> codes, Locale language) {
    Collator order = Collator.getInstance(language);
    return codes.stream()
        .map(code -> new Country(code, name(code, language)))
        .sorted(Comparator.comparing(Country::name, order))
        .toList();
  }

  public static boolean hasPostcode(String code) {
    return !NO_POSTCODE.contains(code);
  }

  /** Returns whether addresses name the city before the postcode. */
  public static boolean hasPostcodeLast(String code) {
    return POSTCODE_LAST.contains(code);
  }
}
