package dev.gatehouse.http;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Values just inside and just outside of what a text or a number may be. They are derived from the
 * keywords of its schema, as OpenAPI and the head of the contract define them.
 */
final class EdgeValues {
  private static final Set<String> TEXT_FORMATS =
      Set.of("line", "paragraph", "storable", "uri", "email");

  /** Parts that no name has: control characters, half surrogates, bidirectional overrides. */
  private static final List<String> SPECIAL =
      List.of("\u0001", "\0", "\n", "\r\n", "\u0085", "\u2028", "\u202e", "\u2066", "\ud800");

  /** Parts some of which a pattern probably excludes. */
  private static final List<String> ORDINARY =
      List.of(" ", "~", "!", "\u00e9", "A", "z", "0", "-", ".", "@", "$", "/", "<");

  private static final int MAX_ORDINARY = 2;

  private static final String FACE = "\ud83d\ude00";

  /** Number that a double does not hold. */
  private static final Edge HUGE = new Edge("1e400", new BigDecimal("1e400"), false);

  private static final Map<String, List<Edge>> TIMES =
      Map.of(
          "date",
          List.of(
              good("1900-01-01"),
              good("2200-12-31"),
              bad("1899-12-31"),
              bad("2201-01-01"),
              bad("2026-02-30"),
              bad("24.12.2026"),
              bad("2026-12-24T15:00:00Z")),
          "date-time",
          List.of(
              good("1900-01-01T00:00:00Z"),
              good("2200-12-31T23:59:59Z"),
              bad("1899-12-31T23:59:59Z"),
              bad("2201-01-01T00:00:00Z"),
              bad("2026-02-30T15:00:00Z"),
              bad("2026-12-24"),
              bad("2026-12-24T15:00:00")),
          "date-time-local",
          List.of(
              good("1900-01-01T00:00:00"), good("2200-12-31T23:59:59"),
              bad("1899-12-31T23:59:59"), bad("2201-01-01T00:00:00"),
              bad("2026-02-30T15:00:00"), bad("2026-12-24T15:00:00Z")),
          "point-in-time",
          List.of(
              good("1900-01-01"),
              good("2200-12-31T23:59:59Z"),
              good("2026-12-24T15:00:00"),
              bad("1899-12-31"),
              bad("2201-01-01T00:00:00Z"),
              bad("2026-02-30"),
              bad("yesterday")));

  private EdgeValues() {}

  /** Value at the edge of a schema. */
  record Edge(String name, Object value, boolean valid) {}

  private static Edge good(String text) {
    return new Edge(text, text, true);
  }

  private static Edge bad(String text) {
    return new Edge(text, text, false);
  }

  /** Returns the type of a schema; empty for a choice. */
  static String type(JsonObject schema) {
    return switch (schema.getValue("type")) {
      case JsonArray any ->
          any.stream()
              .map(String.class::cast)
              .filter(each -> !each.equals("null"))
              .findFirst()
              .get();
      case String one -> one;
      case null, default -> "";
    };
  }

  static boolean isNullable(JsonObject schema) {
    return schema.getValue("type") instanceof JsonArray any && any.contains("null");
  }

  /**
   * Returns the values of a schema.
   *
   * @param sample a valid value
   */
  static List<Edge> of(JsonObject schema, Object sample) {
    return switch (type(schema)) {
      case "string" -> new Texts(schema, (String) sample).edges();
      case "integer" -> whole(schema);
      case "number" -> decimals(schema);
      default -> List.of();
    };
  }

  private static List<Edge> whole(JsonObject schema) {
    List<Edge> edges = new ArrayList<>();
    if (schema.containsKey("enum")) {
      List<Long> values =
          schema.getJsonArray("enum").stream().map(each -> ((Number) each).longValue()).toList();
      values.forEach(each -> edges.add(new Edge("value " + each, each, true)));
      values.stream()
          .flatMap(each -> Stream.of(each - 1, each + 1))
          .filter(each -> !values.contains(each))
          .forEach(each -> edges.add(new Edge("no value " + each, each, false)));
      return edges;
    }
    BigInteger min = BigInteger.valueOf(schema.getLong("minimum"));
    BigInteger max = BigInteger.valueOf(schema.getLong("maximum"));
    edges.add(new Edge("minimum", min, true));
    edges.add(new Edge("minimum - 1", min.subtract(BigInteger.ONE), false));
    edges.add(new Edge("maximum", max, true));
    edges.add(new Edge("maximum + 1", max.add(BigInteger.ONE), false));
    edges.add(new Edge("beyond 64 bits", BigInteger.TEN.pow(20), false));
    edges.add(HUGE);
    return edges;
  }

  private static List<Edge> decimals(JsonObject schema) {
    BigDecimal little = new BigDecimal("0.001");
    List<Edge> edges = new ArrayList<>(List.of(HUGE));
    if (schema.containsKey("minimum")) {
      BigDecimal min = new BigDecimal(schema.getValue("minimum").toString());
      edges.add(new Edge("minimum", min, true));
      edges.add(new Edge("below the minimum", min.subtract(little), false));
    }
    if (schema.containsKey("maximum")) {
      BigDecimal max = new BigDecimal(schema.getValue("maximum").toString());
      edges.add(new Edge("maximum", max, true));
      edges.add(new Edge("above the maximum", max.add(little), false));
    }
    return edges;
  }

  /** The values of a text's schema. */
  private record Texts(JsonObject schema, String sample, List<Edge> edges) {
    Texts(JsonObject schema, String sample) {
      this(schema, sample, new ArrayList<>());
      String format = schema.getString("format", "");
      if (schema.containsKey("enum")) {
        values();
      } else if (TIMES.containsKey(format)) {
        edges.addAll(TIMES.get(format));
      } else {
        lengths(TEXT_FORMATS.contains(format));
        intruders(Set.of("uri", "email").contains(format));
      }
    }

    private void values() {
      List<String> values =
          schema.getJsonArray("enum").stream().map(String.class::cast).distinct().toList();
      values.forEach(each -> edges.add(new Edge("value " + each, each, true)));
      Stream.of(sample + "x", sample.toUpperCase(Locale.ROOT), sample.toLowerCase(Locale.ROOT), "")
          .filter(each -> !values.contains(each))
          .distinct()
          .forEach(each -> edges.add(new Edge("no value '" + each + "'", each, false)));
    }

    private void lengths(boolean isText) {
      int min = schema.getInteger("minLength", 0);
      if (min > 0) {
        stretched(min).ifPresent(text -> edges.add(new Edge("minLength", text, true)));
        edges.add(new Edge("minLength - 1", ofLength(min - 1), false));
        if (isText) {
          edges.add(new Edge("blank", " ".repeat(min), false));
        }
      }
      if (schema.containsKey("maxLength")) {
        int max = schema.getInteger("maxLength");
        stretched(max).ifPresent(text -> edges.add(new Edge("maxLength", text, true)));
        String faces = FACE.repeat(max);
        if (fits(faces)) {
          edges.add(new Edge("maxLength beyond the BMP", faces, true));
        }
        edges.add(new Edge("maxLength + 1", ofLength(max + 1), false));
      }
    }

    private void intruders(boolean oneLine) {
      String rest = sample.isEmpty() ? "" : sample.substring(1);
      String first = sample.isEmpty() ? "" : sample.substring(0, 1);
      int max = schema.getInteger("maxLength", Integer.MAX_VALUE);
      Stream<String> special =
          Stream.concat(
              Stream.of(sample + '\n'), SPECIAL.stream().map(part -> first + part + rest));
      Stream<String> ordinary =
          ORDINARY.stream()
              .flatMap(part -> Stream.of(first + part + rest, part + rest))
              .filter(text -> !oneLine && !fits(text))
              .limit(MAX_ORDINARY);
      Stream.concat(special.filter(text -> oneLine || !fits(text)), ordinary)
          .filter(text -> text.length() <= max)
          .forEach(text -> edges.add(new Edge("pattern, with '" + text + "'", text, false)));
    }

    /** Returns a text of this length, which has a valid form if there is such a text. */
    private String ofLength(int length) {
      return stretched(length).orElse("x".repeat(length));
    }

    /**
     * Returns a text of this length with a valid form, made by repeating or omitting characters.
     */
    private Optional<String> stretched(int length) {
      int more = length - sample.length();
      IntFunction<String> changed =
          at ->
              more < 0
                  ? sample.substring(0, at) + sample.substring(Math.min(sample.length(), at - more))
                  : sample.substring(0, at)
                      + sample.substring(at, at + 1).repeat(more)
                      + sample.substring(at);
      return IntStream.range(0, sample.length())
          .mapToObj(changed)
          .filter(text -> text.length() == length && fits(text))
          .findFirst();
    }

    private boolean fits(String text) {
      String pattern = schema.getString("pattern", "");
      // In the contract, $ matches only the end, as in JavaScript.
      String strict = pattern.replaceFirst("(?<!\\\\)\\$$", "\\\\z");
      return strict.isEmpty() || Pattern.compile(strict).matcher(text).find();
    }
  }
}
