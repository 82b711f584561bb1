package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.formats.PointInTime;
import graphql.GraphqlErrorException;

/**
 * Shopify's search syntax: words, {@code field:value}, quotes, {@code *} at the end, comparisons,
 * backslashes, {@code AND}, {@code OR}, {@code NOT}, {@code -} and parentheses. A part that is not
 * supported is an error, because an empty result would hide it.
 */
final class SearchSyntax {
  private static final int MAX_TERMS = 20;
  private static final int MAX_LENGTH = 1_000;
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(\\(|\\)|-?(?:[a-z_.]+:\\s*)?(?:[<>]=?)?(?:\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'"
              + "|(?:\\\\.|[^\\s()\\[\\]\"'\\\\])(?:\\\\.|[^\\s()\\[\\]\\\\])*))");
  private static final Pattern COMPARED = Pattern.compile("([<>]?=?)(.*)", Pattern.DOTALL);
  private static final Pattern AMOUNT = Pattern.compile("\\d{1,9}(?:\\.\\d{1,4})?");

  private final List<String> tokens = new ArrayList<>();
  private int next;

  private SearchSyntax(String query) {
    if (query.length() > MAX_LENGTH) {
      throw refused("must have at most 1,000 characters");
    }
    Matcher found = TOKEN.matcher(query.strip().toLowerCase(Locale.ROOT));
    int end = 0;
    while (found.lookingAt()) {
      tokens.add(found.group(1));
      end = found.end();
      found.region(end, found.regionEnd());
    }
    if (end < query.strip().length()) {
      throw refused("cannot be read from " + query.strip().substring(end));
    }
    if (tokens.size() > MAX_TERMS) {
      throw refused("must have at most " + MAX_TERMS + " terms");
    }
  }

  static Predicate<ShopProduct> parse(String query) {
    SearchSyntax syntax = new SearchSyntax(query);
    Predicate<ShopProduct> all = syntax.any();
    if (syntax.next < syntax.tokens.size()) {
      throw refused("has a ) without (");
    }
    return all;
  }

  private static GraphqlErrorException refused(String problem) {
    return GraphqlErrorException.newErrorException().message("query " + problem).build();
  }

  private String peek() {
    return next < tokens.size() ? tokens.get(next) : ")";
  }

  private Predicate<ShopProduct> any() {
    Predicate<ShopProduct> any = all();
    while (peek().equals("or")) {
      next++;
      if (peek().equals(")")) {
        throw refused("ends with OR");
      }
      any = any.or(all());
    }
    return any;
  }

  private Predicate<ShopProduct> all() {
    Predicate<ShopProduct> all = product -> true;
    while (!peek().equals(")") && !peek().equals("or")) {
      if (peek().equals("and")) {
        next++;
      } else {
        all = all.and(one());
      }
    }
    return all;
  }

  private Predicate<ShopProduct> one() {
    String token = peek();
    next++;
    if (token.equals("not")) {
      if (peek().equals(")")) {
        throw refused("ends with NOT");
      }
      return one().negate();
    }
    if (token.equals("(")) {
      Predicate<ShopProduct> inner = any();
      if (next >= tokens.size()) {
        throw refused("has a ( without )");
      }
      next++;
      return inner;
    }
    if (token.equals("-")) {
      return peek().equals("(") ? one().negate() : product -> true;
    }
    if (token.startsWith("-")) {
      return term(token.substring(1)).negate();
    }
    return term(token);
  }

  private static Predicate<ShopProduct> term(String term) {
    int colon = term.matches("(?s)[a-z_.]+:.*") ? term.indexOf(':') : -1;
    String field = colon < 0 ? "" : term.substring(0, colon);
    String given = term.substring(colon + 1).strip();
    if (given.isEmpty()) {
      throw refused("has no value behind " + term);
    }
    boolean starred = isStarred(given);
    String value = starred ? plain(given).replaceAll("\\*$", "") : plain(given);
    Predicate<String> equal = starred ? text -> text.startsWith(value) : value::equals;
    return switch (field) {
      case "" -> product -> anywhere(product, value);
      case "title" -> product -> has(product.title(), value);
      case "product_type" -> product -> equal.test(lower(product.productType()));
      case "vendor" -> product -> equal.test(lower(product.vendor()));
      case "tag" -> product -> product.tags().stream().anyMatch(tag -> equal.test(lower(tag)));
      case "tag_not" -> product -> product.tags().stream().noneMatch(tag -> equal.test(lower(tag)));
      case "available_for_sale" -> {
        boolean wanted = value.equals("true");
        if (!wanted && !value.equals("false")) {
          throw refused("has available_for_sale:" + value + ", which is neither true nor false");
        }
        yield product -> product.availableForSale() == wanted;
      }
      case "variants.price" -> price(given);
      case "created_at" -> time(given, ShopProduct::createdAt);
      case "updated_at" -> time(given, ShopProduct::updatedAt);
      default -> throw refused("has the field " + field + ", which is not supported");
    };
  }

  /** Returns whether the last character is a star, without a backslash before it. */
  private static boolean isStarred(String value) {
    return unquoted(value).matches("(?s)(\\\\.|[^\\\\])*?\\*");
  }

  private static String unquoted(String value) {
    return value.replaceAll("(?s)^(['\"])(.*)\\1$", "$2");
  }

  /** Returns a value without its quotes and backslashes. */
  private static String plain(String value) {
    String inner = unquoted(value);
    if (inner.matches("(?s)['\"].*")) {
      throw refused("cannot be read from " + inner);
    }
    if (inner.matches("(?s)(\\\\.|[^*\\\\])*\\*.+")) {
      throw refused("has a * that is not at the end of " + inner);
    }
    return inner.replaceAll("(?s)\\\\(.)", "$1");
  }

  private static Predicate<ShopProduct> price(String value) {
    Matcher parts = COMPARED.matcher(value);
    if (!parts.matches() || !AMOUNT.matcher(plain(parts.group(2))).matches()) {
      throw refused("has the price " + value + ", which is not an amount");
    }
    var amount = new BigDecimal(plain(parts.group(2)));
    return product ->
        product.variants().stream()
            .map(variant -> variant.price().number().compareTo(amount))
            .anyMatch(order -> holds(parts.group(1), order, order));
  }

  private static Predicate<ShopProduct> time(
      String value, Function<ShopProduct, Instant> property) {
    Matcher parts = COMPARED.matcher(value);
    try {
      String time = parts.matches() ? plain(parts.group(2)).toUpperCase(Locale.ROOT) : "";
      Instant first = PointInTime.first(time);
      Instant last = PointInTime.last(time);
      return product -> {
        Instant known = property.apply(product);
        return holds(parts.group(1), known.compareTo(first), known.compareTo(last));
      };
    } catch (DateTimeException invalid) {
      throw refused("has the time " + value + ", which is none");
    }
  }

  /**
   * Returns whether a comparison holds.
   *
   * @param first order to the first value that is equal
   * @param last order to the last value that is equal
   */
  private static boolean holds(String sign, int first, int last) {
    return switch (sign) {
      case "<" -> first < 0;
      case "<=" -> last <= 0;
      case ">" -> last > 0;
      case ">=" -> first >= 0;
      default -> first >= 0 && last <= 0;
    };
  }

  private static boolean anywhere(ShopProduct product, String word) {
    return has(product.title(), word)
        || has(product.description(), word)
        || has(product.productType(), word)
        || product.tags().stream().anyMatch(tag -> has(tag, word));
  }

  private static boolean has(String text, String word) {
    return lower(text).contains(word);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
