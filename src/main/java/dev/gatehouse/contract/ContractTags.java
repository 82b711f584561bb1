package dev.gatehouse.contract;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The tags of operations, which group the documentation; {@code gatehouse.yaml} describes each. */
final class ContractTags {
  private static final String TAGS = "tags";

  private ContractTags() {}

  /**
   * Checks that each operation has a tag, and that exactly the tags of operations are described.
   *
   * @param files the file of each path
   * @throws ContractException that lists the faults, each with the file to edit
   */
  static void mustBeComplete(JsonObject document, Map<String, String> files) {
    List<String> described = described(document);
    Set<String> used = new HashSet<>();
    List<String> faults = new ArrayList<>();
    JsonObject paths = document.getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      String file = files.getOrDefault(path, ContractFiles.MAIN);
      for (JsonObject operation : operations(paths.getJsonObject(path))) {
        JsonArray tags = operation.getJsonArray(TAGS, new JsonArray());
        String place = file + ": " + operation.getString("operationId", path) + ' ';
        if (tags.isEmpty()) {
          faults.add(place + "needs a tag");
        }
        for (Object tag : tags) {
          used.add((String) tag);
          if (!described.contains(tag)) {
            faults.add(
                place + "has the tag " + tag + ": describe it in the tags of gatehouse.yaml");
          }
        }
      }
    }
    Set<String> unused = new TreeSet<>(described);
    unused.removeAll(used);
    unused.forEach(tag ->
        faults.add(ContractFiles.MAIN + ": tag " + tag + " has no operation in paths/: delete it"));
    if (!faults.isEmpty()) {
      throw new ContractException(
          "the tags of the contract are not complete:\n  " + String.join("\n  ", faults));
    }
  }

  /** Sorts the paths by the order of the described tags; those of one tag keep their order. */
  static void sortPaths(JsonObject document) {
    List<String> described = described(document);
    JsonObject paths = document.getJsonObject("paths");
    JsonObject sorted = new JsonObject();
    described.forEach(tag ->
        paths.fieldNames().stream()
            .filter(path -> tag.equals(firstTag(paths.getJsonObject(path))))
            .forEach(path -> sorted.put(path, paths.getValue(path))));
    document.put("paths", sorted);
  }

  private static String firstTag(JsonObject item) {
    return operations(item).getFirst().getJsonArray(TAGS).getString(0);
  }

  private static List<JsonObject> operations(JsonObject item) {
    return OperationReader.METHODS.stream()
        .map(OperationReader::key)
        .filter(item::containsKey)
        .map(item::getJsonObject)
        .toList();
  }

  private static List<String> described(JsonObject document) {
    return document.getJsonArray(TAGS).stream()
        .map(JsonObject.class::cast)
        .filter(tag -> !tag.getString("description", "").isBlank())
        .map(tag -> tag.getString("name"))
        .toList();
  }
}
