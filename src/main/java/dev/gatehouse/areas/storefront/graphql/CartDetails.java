package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartRepository.Cart;
import dev.gatehouse.formats.AcceptableText;

/**
 * Reads the data of a cart other than its lines. It limits their size, because unauthenticated
 * clients store them.
 */
final class CartDetails {
  private static final int MAX_TEXT = 1_000;
  private static final int MAX_NOTE = 5_000;
  private static final int MAX_ENTRIES = 20;

  /** Maximum total length in characters of all attributes of a cart and its lines. */
  private static final int MAX_ATTRIBUTES = 25_000;

  private static final String ATTRIBUTES = "attributes";

  /** Thrown for a text or list that is too long to store. */
  static final class DetailException extends RuntimeException {
    private final String field;

    DetailException(String field, String message) {
      super(message);
      this.field = field;
    }

    String field() {
      return field;
    }
  }

  private CartDetails() {}

  static Cart.Details of(Map<String, Object> input) {
    Cart.Details details = Cart.Details.NONE;
    details = note((String) input.get("note"), details);
    details = attributes(input.get("attributes"), details);
    details = buyer(input.get("buyerIdentity"), details);
    return codes(input.get("discountCodes"), details);
  }

  static Cart.Details note(String note, Cart.Details old) {
    return new Cart.Details(
        bounded("note", Objects.requireNonNullElse(note, ""), MAX_NOTE),
        old.attributes(),
        old.buyer(),
        old.discountCodes());
  }

  static Cart.Details attributes(Object attributes, Cart.Details old) {
    return new Cart.Details(old.note(), attributes(attributes), old.buyer(), old.discountCodes());
  }

  static Cart.Details buyer(Object buyer, Cart.Details old) {
    if (!(buyer instanceof Map<?, ?> fields)) {
      return old;
    }
    return new Cart.Details(
        old.note(),
        old.attributes(),
        new Cart.Buyer(text(fields, "countryCode"), text(fields, "email"), text(fields, "phone")),
        old.discountCodes());
  }

  private static String text(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof String text ? bounded(name, text) : null;
  }

  static Cart.Details codes(Object codes, Cart.Details old) {
    List<String> texts =
        bounded("discountCodes", list(codes)).stream()
            .map(code -> bounded("discountCodes", code.toString()))
            .toList();
    return new Cart.Details(old.note(), old.attributes(), old.buyer(), texts);
  }

  static List<Cart.Attribute> attributes(Object attributes) {
    return bounded(ATTRIBUTES, list(attributes)).stream()
        .map(each -> (Map<?, ?>) each)
        .map(each ->
            new Cart.Attribute(
                bounded(ATTRIBUTES, each.get("key").toString()),
                bounded(ATTRIBUTES, each.get("value").toString())))
        .toList();
  }

  /** Returns the attributes as they were sent. */
  static List<Map<String, String>> plain(List<Cart.Attribute> attributes) {
    return attributes.stream()
        .map(each -> Map.of("key", each.key(), "value", each.value()))
        .toList();
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static List<?> bounded(String field, List<?> list) {
    if (list.size() > MAX_ENTRIES) {
      throw new DetailException(field, "There can be at most " + MAX_ENTRIES + " entries.");
    }
    return list;
  }

  private static String bounded(String field, String text) {
    return bounded(field, text, MAX_TEXT);
  }

  private static String bounded(String field, String text, int max) {
    if (text.length() > max) {
      throw new DetailException(field, "A text can have at most " + max + " characters.");
    }
    if (!AcceptableText.isParagraph(text)) {
      throw new DetailException(field, "A text must not contain control characters.");
    }
    return text;
  }

  /** Returns this cart unless the total length of its attributes exceeds the limit. */
  static Cart bounded(Cart cart) {
    bounded(cart.lines(), cart.details());
    return cart;
  }

  /** Checks the same limit for a cart before its creation. */
  static void bounded(List<Cart.Line> lines, Cart.Details details) {
    int characters =
        Stream.concat(
                details.attributes().stream(),
                lines.stream().flatMap(line -> line.attributes().stream()))
            .mapToInt(each -> each.key().length() + each.value().length())
            .sum();
    if (characters > MAX_ATTRIBUTES) {
      throw new DetailException(
          ATTRIBUTES,
          "The attributes of a cart and its lines can have at most %s characters together."
              .formatted(MAX_ATTRIBUTES));
    }
  }
}
