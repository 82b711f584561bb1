package dev.gatehouse.contract;

import module java.base;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Removes areas from a contract's document.
 *
 * @param document complete; it remains unchanged
 */
record ContractPart(JsonObject document) {
  private static final String PATHS = "paths";

  JsonObject without(Set<String> areas) {
    JsonObject part = document.copy();
    JsonObject paths = part.getJsonObject(PATHS);
    JsonObject removed = new JsonObject();
    for (String path : List.copyOf(paths.fieldNames())) {
      JsonObject item = paths.getJsonObject(path);
      for (HttpMethod method : OperationReader.METHODS) {
        String key = OperationReader.key(method);
        JsonObject operation = item.getJsonObject(key);
        if (operation != null && areas.contains(area(operation))) {
          removed.put(path + ' ' + key, item.remove(key));
        }
      }
      if (OperationReader.METHODS.stream()
          .noneMatch(method -> item.containsKey(OperationReader.key(method)))) {
        paths.remove(path);
      }
    }
    Set<String> unused = referenced(removed);
    unused.removeAll(referenced(paths));
    JsonObject schemas = part.getJsonObject("components").getJsonObject("schemas");
    unused.forEach(schemas::remove);
    removeTags(part);
    return part;
  }

  private static String area(JsonObject operation) {
    String id = operation.getString("operationId", "");
    return id.substring(0, Math.max(0, id.indexOf('.')));
  }

  /** Returns the names of the schemas that a part uses, directly or through others. */
  private Set<String> referenced(JsonObject part) {
    Set<String> names = new HashSet<>();
    List<Object> left = new ArrayList<>(List.of(part));
    while (!left.isEmpty()) {
      Object next = left.removeLast();
      if (next instanceof JsonArray list) {
        list.forEach(left::add);
      } else if (next instanceof JsonObject object) {
        object.forEach(field -> left.add(field.getValue()));
        if (object.getValue("$ref") instanceof String reference) {
          String[] place = reference.substring(2).split("/");
          if (!place[1].equals("schemas") || names.add(place[2])) {
            left.add(
                document.getJsonObject(place[0]).getJsonObject(place[1]).getJsonObject(place[2]));
          }
        }
      }
    }
    return names;
  }

  private static void removeTags(JsonObject part) {
    Set<Object> used = new HashSet<>();
    part.getJsonObject(PATHS)
        .forEach(path ->
            ((JsonObject) path.getValue())
                .forEach(entry -> {
                  if (entry.getValue() instanceof JsonObject operation) {
                    operation.getJsonArray("tags", new JsonArray()).forEach(used::add);
                  }
                }));
    JsonArray tags = new JsonArray();
    part.getJsonArray("tags").stream()
        .filter(tag -> used.contains(((JsonObject) tag).getString("name")))
        .forEach(tags::add);
    part.put("tags", tags);
  }
}
