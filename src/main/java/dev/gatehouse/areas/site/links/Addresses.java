package dev.gatehouse.areas.site.links;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.WebAddress;

/** Validates URLs from callers to which other visitors are redirected or linked. */
final class Addresses {
  private Addresses() {}

  /**
   * Returns the address, unless it is deceptive.
   *
   * @param field that it was given in
   * @throws dev.gatehouse.bus.ApiException 400 that names the field
   */
  static WebAddress checked(String field, String text) {
    try {
      return WebAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid(field, e.getMessage());
    }
  }
}
