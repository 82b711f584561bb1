package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Links in JSON: a list of a page such as Linktree, the bookmarks of Chromium and Firefox, or the
 * export of a bookmark manager. Each object with a URL is a link, and an object with a list of
 * links is a folder.
 */
final class LinkJson {
  private static final String FOLDER = "folder";
  private static final List<String> URLS = List.of("url", "uri", "href", "link", "address");
  private static final List<String> NAMES = List.of("title", "name", "label", "text");
  private static final List<String> LISTS = List.of("children", "links", "items", "bookmarks");

  /** Objects inside a link that contain its URL. */
  private static final List<String> INNER = List.of("content", "link", "attributes", "data");

  private final List<Map<String, String>> rows = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private final Set<String> header = new LinkedHashSet<>(BookmarkFile.COLUMNS);
  private final Set<String> unread = new TreeSet<>();

  private LinkJson() {}

  /**
   * @throws ApiException 400 if the text is no JSON, or has no link
   */
  static ImportTable table(String text) {
    var json = new LinkJson();
    try {
      json.walk(Json.decodeValue(text), "", false);
    } catch (DecodeException invalid) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the file begins like JSON, but is not valid JSON");
    }
    if (json.rows.isEmpty()) {
      throw ApiException.of(ErrorCode.CONTENT_INVALID, "the JSON has no object with a field url");
    }
    return ImportTable.of(List.copyOf(json.header), json.rows, json.lines, json.unread);
  }

  /**
   * @param own whether the value is one of a browser's own folders, whose names it has chosen
   */
  private void walk(Object value, String folder, boolean own) {
    if (value instanceof JsonArray list) {
      list.forEach(each -> walk(each, folder, false));
    } else if (value instanceof JsonObject object) {
      JsonObject link = withInner(object);
      if (text(link, URLS).isEmpty()) {
        walkFolder(object, folder, own || isRoot(object));
      } else {
        add(link, folder);
        LISTS.forEach(name -> walk(object.getValue(name), folder, false));
      }
    }
  }

  private void walkFolder(JsonObject object, String folder, boolean own) {
    boolean lists = LISTS.stream().anyMatch(name -> object.getValue(name) instanceof JsonArray);
    String name = own || !lists ? "" : text(object, NAMES).replace('/', ' ');
    String inside = folder.isEmpty() || name.isEmpty() ? folder + name : folder + '/' + name;
    for (Map.Entry<String, Object> each : object) {
      if (each.getKey().equals("roots") && each.getValue() instanceof JsonObject roots) {
        roots.forEach(root -> walk(root.getValue(), folder, true));
      } else {
        walk(each.getValue(), inside, false);
      }
    }
  }

  /** Returns whether an object is a folder that Firefox has made. */
  private static boolean isRoot(JsonObject object) {
    return object.containsKey("root")
        || (object.getValue("guid") instanceof String guid && guid.endsWith("_____"));
  }

  private static JsonObject withInner(JsonObject object) {
    JsonObject merged = object.copy();
    for (String name : INNER) {
      if (object.getValue(name) instanceof JsonObject inner && text(object, URLS).isEmpty()) {
        inner.forEach(each -> {
          if (merged.getValue(each.getKey()) == null) {
            merged.put(each.getKey(), each.getValue());
          }
        });
      }
    }
    return merged;
  }

  private void add(JsonObject link, String folder) {
    Map<String, String> row = new LinkedHashMap<>();
    link.forEach(each -> {
      String text = text(each.getValue());
      if (!text.isEmpty()) {
        row.put(each.getKey(), text);
      } else if (each.getValue() instanceof JsonObject) {
        unread.add(each.getKey());
      }
    });
    row.merge(FOLDER, folder, (inLink, outside) -> inLink + '/' + outside);
    header.addAll(row.keySet());
    rows.add(row);
    lines.add((long) rows.size());
  }

  private static String text(JsonObject object, List<String> names) {
    return names.stream()
        .map(object::getValue)
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .filter(text -> !text.isBlank())
        .findFirst()
        .orElse("");
  }

  private static String text(Object value) {
    return switch (value) {
      case null -> "";
      case JsonObject object -> "";
      case JsonArray list ->
          list.stream()
              .map(each -> each instanceof JsonObject object ? text(object, NAMES) : text(each))
              .filter(text -> !text.isEmpty())
              .collect(Collectors.joining(","));
      default -> value.toString().strip();
    };
  }
}
