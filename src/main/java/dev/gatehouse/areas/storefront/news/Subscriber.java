package dev.gatehouse.areas.storefront.news;

import dev.gatehouse.formats.Sha256;
import java.time.Instant;
import java.util.Objects;

/**
 * Subscriber to news.
 *
 * @param id computed from the address, so that each address is stored once
 * @param createdAt time of the consent
 * @param source where the consent was given
 */
record Subscriber(String id, String email, Instant createdAt, String source) {
  /** Source of a consent by the link of an email. */
  static final String CONFIRMED = "confirmed by email";

  /** Source of a consent by a form without a confirmation. */
  static final String FORM = "form";

  private static final int ID_BYTES = 12;

  /** A subscriber of an earlier release has used the form. */
  Subscriber {
    source = Objects.requireNonNullElse(source, FORM);
  }

  static String id(String email) {
    return Sha256.hex("newsletter " + email, ID_BYTES);
  }
}
