package dev.gatehouse.areas.site.links;

import dev.gatehouse.bus.ApiException;
import java.text.Normalizer;
import java.util.regex.Pattern;

/** Keys of short URLs: letters and digits of any script, and parts with slashes between them. */
final class ShortKey {
  private static final Pattern FORM =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}._-]+(/[\\p{L}\\p{M}\\p{N}._-]+)*");
  private static final Pattern RESERVED = Pattern.compile("(^|.*/)\\.{1,2}(/.*|$)|.+/qr");
  private static final int MAX = 64;

  private ShortKey() {}

  /** Returns a key in the form in which it is stored: composed characters. */
  static String normal(String key) {
    return Normalizer.normalize(key, Normalizer.Form.NFC);
  }

  /**
   * Returns a key in the form in which it is stored.
   *
   * @throws ApiException 400 that names the field {@code key}
   */
  static String checked(String given) {
    String key = normal(given);
    if (key.codePointCount(0, key.length()) > MAX || !FORM.matcher(key).matches()) {
      throw ApiException.invalid(
          "key",
          "must have 1 to 64 letters, digits and the characters . _ - with / only between parts");
    }
    if (RESERVED.matcher(key).matches()) {
      throw ApiException.invalid("key", "must not have a part of dots, or end in /qr");
    }
    return key;
  }
}
