package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Short URLs in the JSON of an API, such as those of Kutt, Shlink, YOURLS and Bitly. */
final class ShortUrlJson {
  private static final Set<String> TARGETS =
      Set.of("target", "longUrl", "long_url", "url", "originalURL", "original_url");

  /** Objects whose fields belong to the short URL. */
  private static final Map<String, List<String>> INNER =
      Map.of(
          "meta",
          List.of("validUntil", "validSince", "maxVisits"),
          "visitsSummary",
          List.of("total"));

  private final List<Map<String, String>> rows = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private final Set<String> header = new LinkedHashSet<>();
  private final Set<String> unread = new TreeSet<>();

  private ShortUrlJson() {}

  /**
   * @throws ApiException 400 if the text is no JSON, or has no short URL
   */
  static ImportTable table(String text) {
    var json = new ShortUrlJson();
    try {
      json.walk(Json.decodeValue(text));
    } catch (DecodeException invalid) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the file begins like JSON, but is not valid JSON");
    }
    return ImportTable.of(List.copyOf(json.header), json.rows, json.lines, json.unread);
  }

  private void walk(Object value) {
    if (value instanceof JsonArray list) {
      list.forEach(this::walk);
    } else if (value instanceof JsonObject object) {
      boolean link = TARGETS.stream().anyMatch(name -> object.getValue(name) instanceof String);
      if (link) {
        add(object);
      } else {
        object.forEach(each -> walk(each.getValue()));
      }
    }
  }

  private void add(JsonObject object) {
    Map<String, String> row = new LinkedHashMap<>();
    for (Map.Entry<String, Object> each : object) {
      switch (each.getValue()) {
        case null -> {
          // Absent.
        }
        case JsonObject inner -> inner(each.getKey(), inner, row);
        case JsonArray list ->
            row.put(
                each.getKey(), list.stream().map(String::valueOf).collect(Collectors.joining(",")));
        default -> row.put(each.getKey(), each.getValue().toString().strip());
      }
    }
    header.addAll(row.keySet());
    rows.add(row);
    lines.add((long) rows.size());
  }

  private void inner(String name, JsonObject inner, Map<String, String> row) {
    List<String> read = INNER.getOrDefault(name, List.of());
    for (Map.Entry<String, Object> each : inner) {
      if (!read.contains(each.getKey())) {
        if (each.getValue() != null) {
          unread.add(name + '.' + each.getKey());
        }
      } else if (each.getValue() != null) {
        row.put(
            each.getKey().equals("total") ? "visits" : each.getKey(), each.getValue().toString());
      }
    }
  }
}
