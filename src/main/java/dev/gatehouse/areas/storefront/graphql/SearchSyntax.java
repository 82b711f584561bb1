package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import graphql.GraphqlErrorException;

/**
 * Shopify's search syntax: words, {@code field:value}, quotes, {@code *} at the end, comparisons,
 * {@code AND}, {@code OR}, {@code NOT}, {@code -} and parentheses. A part that is not supported is
 * an error, because an empty result would hide it.
 */
final class SearchSyntax {
  private static final int MAX_TERMS = 20;
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(\\(|\\)|-?(?:[a-z_.]+:)?(?:[<>]=?)?(?:\"[^\"]*\"|'[^']*'|[^\\s()\"']+))");

  private final List<String> tokens = new ArrayList<>();
  private int next;

  private SearchSyntax(String query) {
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
    if (token.startsWith("-") && token.length() > 1) {
      return term(token.substring(1)).negate();
    }
    return term(token);
  }

  private static Predicate<ShopProduct> term(String term) {
    int colon = term.matches("[a-z_.]+:.*") ? term.indexOf(':') : -1;
    String value = term.substring(colon + 1).replaceAll("^(['\"])(.*)\\1$", "$2");
    return switch (colon < 0 ? "" : term.substring(0, colon)) {
      case "" -> product -> anywhere(product, value.replaceAll("\\*$", ""));
      case "title" -> product -> has(product.title(), value.replaceAll("\\*$", ""));
      case "product_type" -> product -> equal(product.productType(), value);
      case "vendor" -> product -> equal(product.vendor(), value);
      case "tag" -> product -> product.tags().stream().anyMatch(tag -> equal(tag, value));
      case "tag_not" -> product -> product.tags().stream().noneMatch(tag -> equal(tag, value));
      case "available_for_sale" ->
          product -> product.availableForSale() == Boolean.parseBoolean(value);
      case "variants.price" -> price(value);
      default ->
          throw refused("has the field " + term.substring(0, colon) + ", which is not supported");
    };
  }

  private static Predicate<ShopProduct> price(String value) {
    Matcher parts = Pattern.compile("([<>]?=?)(\\d{1,9}(?:\\.\\d{1,4})?)").matcher(value);
    if (!parts.matches()) {
      throw refused("has the price " + value + ", which is not an amount");
    }
    var amount = new BigDecimal(parts.group(2));
    String sign = parts.group(1);
    return product ->
        product.variants().stream()
            .map(variant -> variant.price().number().compareTo(amount))
            .anyMatch(order ->
                switch (sign) {
                  case "<" -> order < 0;
                  case "<=" -> order <= 0;
                  case ">" -> order > 0;
                  case ">=" -> order >= 0;
                  default -> order == 0;
                });
  }

  /** Returns whether a text equals a value, or begins with it if the value ends with a star. */
  private static boolean equal(String text, String value) {
    String known = text.toLowerCase(Locale.ROOT);
    return value.endsWith("*")
        ? known.startsWith(value.substring(0, value.length() - 1))
        : known.equals(value);
  }

  private static boolean anywhere(ShopProduct product, String word) {
    return has(product.title(), word)
        || has(product.description(), word)
        || has(product.productType(), word)
        || product.tags().stream().anyMatch(tag -> has(tag, word));
  }

  private static boolean has(String text, String word) {
    return text.toLowerCase(Locale.ROOT).contains(word);
  }
}
