package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.areas.storefront.charges.Countries;

/**
 * Address of a delivery.
 *
 * @param street one or more lines
 * @param postcode empty in countries without postcodes
 * @param region state or province; may be empty
 * @param country code of ISO 3166
 */
public record PostalAddress(
    String street, String postcode, String city, String region, String country) {
  /**
   * Returns the lines of the address in the order of its country.
   *
   * @param language of the country's name
   */
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
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(separator));
  }
}
