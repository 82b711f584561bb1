package dev.gatehouse.areas.site.hosting;

import module java.base;

import dev.gatehouse.formats.WebAddress;

/**
 * A JSON object from a provider, read leniently. Missing and invalid fields are treated as absent.
 */
record Item(Map<?, ?> fields) {
  private static final int MAX_TEXT = 500;
  private static final long FIRST_MILLIS = Instant.parse("1900-01-01T00:00:00Z").toEpochMilli();
  private static final long LAST_MILLIS = Instant.parse("2200-01-01T00:00:00Z").toEpochMilli();

  /**
   * Returns the objects of a list.
   *
   * @throws IllegalArgumentException if the value is not a list
   */
  static List<Item> list(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Item::of).toList();
    }
    throw new IllegalArgumentException("no list");
  }

  /** Returns the object; an object without fields if the value has another type. */
  static Item of(Object value) {
    return new Item(value instanceof Map<?, ?> fields ? fields : Map.of());
  }

  Item item(String name) {
    return of(fields.get(name));
  }

  /**
   * Returns the text of a field. Returns empty if the field is absent, blank, not a string, or
   * longer than 500 characters.
   */
  Optional<String> text(String name) {
    if (fields.get(name) instanceof String text && !text.isBlank() && text.length() <= MAX_TEXT) {
      return Optional.of(text);
    }
    return Optional.empty();
  }

  /**
   * Returns the time of a field, from ISO 8601 or from milliseconds since the epoch. Returns empty
   * if the field is invalid or outside the years 1900 to 2199.
   */
  Optional<Instant> time(String name) {
    try {
      return switch (fields.get(name)) {
        case String text -> usable(OffsetDateTime.parse(text).toInstant());
        case Number millis ->
            usable(Instant.ofEpochMilli(new BigDecimal(millis.toString()).longValueExact()));
        case null, default -> Optional.empty();
      };
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> usable(Instant time) {
    return Optional.of(time)
        .filter(each ->
            !each.isBefore(Instant.ofEpochMilli(FIRST_MILLIS))
                && each.isBefore(Instant.ofEpochMilli(LAST_MILLIS)));
  }

  static Optional<String> link(String text) {
    try {
      return Optional.of(WebAddress.parse(text).text());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
