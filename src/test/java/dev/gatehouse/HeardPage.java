package dev.gatehouse;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A console page as a screen reader sees it, with its accessibility faults. */
final class HeardPage {
  /** Roles that a screen reader offers as jump targets. They are useful only with a name. */
  private static final Set<String> NAMED = Set.of("navigation", "region", "dialog", "alertdialog");

  private final List<JsonObject> nodes;

  HeardPage(List<JsonObject> nodes) {
    this.nodes = nodes;
  }

  /** Returns descriptions of the faults; empty if there are none. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    nodes.stream()
        .filter(node -> property(node, "focusable") || NAMED.contains(role(node)))
        .filter(node -> name(node).isBlank())
        .forEach(node -> faults.add("no name: " + node.encode()));
    for (String once : List.of("main", "banner")) {
      long count = nodes.stream().filter(node -> role(node).equals(once)).count();
      if (count != 1) {
        faults.add(count + " times " + once);
      }
    }
    List<Integer> levels =
        nodes.stream().filter(node -> role(node).equals("heading")).map(HeardPage::level).toList();
    if (levels.stream().filter(level -> level == 1).count() != 1) {
      faults.add("headings of the levels " + levels);
    }
    for (int i = 1; i < levels.size(); i++) {
      if (levels.get(i) > levels.get(i - 1) + 1) {
        faults.add("a level is left out: " + levels);
      }
    }
    return faults;
  }

  private static String role(JsonObject node) {
    return node.getJsonObject("role").getString("value");
  }

  private static String name(JsonObject node) {
    return node.getJsonObject("name", new JsonObject()).getString("value", "");
  }

  private static boolean property(JsonObject node, String name) {
    return values(node, name).anyMatch(Boolean.TRUE::equals);
  }

  private static int level(JsonObject heading) {
    return (Integer) values(heading, "level").findFirst().orElseThrow();
  }

  private static Stream<Object> values(JsonObject node, String name) {
    return node.getJsonArray("properties", new JsonArray()).stream()
        .map(JsonObject.class::cast)
        .filter(property -> property.getString("name").equals(name))
        .map(property -> property.getJsonObject("value").getValue("value"));
  }
}
