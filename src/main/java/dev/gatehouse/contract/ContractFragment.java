package dev.gatehouse.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An extension's part of the contract: the operations of one area, all of them below one path.
 *
 * @param file name of the extension's file, for messages
 * @param name of the area, of its tag, and of the first segment of its paths
 * @param description of the tag
 */
public record ContractFragment(
    String file, String name, String description, JsonObject paths, JsonObject schemas) {
  private static final String NAME = "[a-z][a-z0-9]{1,23}";
  private static final Set<String> KEYS =
      Set.of("api", "name", "description", "console", "paths", "components");

  /** Keys of operations that need code in Gatehouse itself. */
  private static final List<String> RESERVED = List.of("x-inline", "x-stream", "x-extension");

  /**
   * Reads an extension's description.
   *
   * @throws ContractException that lists all faults
   */
  public static ContractFragment of(String file, JsonObject description) {
    var fragment =
        new ContractFragment(
            file,
            description.getString("name", ""),
            description.getString("description", ""),
            description.getJsonObject("paths", new JsonObject()),
            description
                .getJsonObject("components", new JsonObject())
                .getJsonObject("schemas", new JsonObject()));
    List<String> faults = new ArrayList<>();
    description.fieldNames().stream()
        .filter(key -> !KEYS.contains(key))
        .forEach(key -> faults.add("has an unknown key " + key));
    must(fragment.name.matches(NAME), faults, "needs a name of 2 to 24 letters a-z and digits");
    must(!fragment.description.isBlank(), faults, "needs a description");
    must(!fragment.paths.isEmpty(), faults, "has no paths");
    for (String path : fragment.paths.fieldNames()) {
      must(
          path.equals('/' + fragment.name) || path.startsWith('/' + fragment.name + '/'),
          faults,
          path + " must begin with /" + fragment.name);
      fragment.check(path, faults);
    }
    if (!faults.isEmpty()) {
      throw new ContractException(file + ":\n  " + String.join("\n  ", faults));
    }
    return fragment;
  }

  private void check(String path, List<String> faults) {
    JsonObject item = paths.getJsonObject(path);
    OperationReader.METHODS.stream()
        .map(OperationReader::key)
        .filter(item::containsKey)
        .forEach(method -> {
          JsonObject operation = item.getJsonObject(method);
          String id = operation.getString("operationId", "");
          String place = method.toUpperCase(java.util.Locale.ROOT) + ' ' + path + ' ';
          must(
              id.startsWith(name + '.'),
              faults,
              place + "needs an operationId that begins with " + name + '.');
          RESERVED.stream()
              .filter(operation::containsKey)
              .forEach(key -> faults.add(place + "must not have " + key));
          must(
              !"raw".equals(operation.getString("x-body")),
              faults,
              place + "must not have the x-body raw");
          must(
              operation.getString("x-upload-check", name).equals(name),
              faults,
              place + "can only have the x-upload-check " + name);
          must(
              List.of(name)
                  .containsAll(operation.getJsonArray("x-scopes", new JsonArray()).getList()),
              faults,
              place + "can only have the scope " + name);
          operation.put("tags", new JsonArray().add(name)).put("x-extension", true);
        });
  }

  private static void must(boolean holds, List<String> faults, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }

  /**
   * Adds this part to the contract.
   *
   * @throws ContractException if its name or a schema is in use
   */
  void addTo(JsonObject document) {
    boolean used =
        document.getJsonObject("paths").fieldNames().stream()
            .anyMatch(path -> (path + '/').startsWith('/' + name + '/'));
    boolean tagged =
        document.getJsonArray("tags").stream()
            .anyMatch(tag -> ((JsonObject) tag).getString("name").equals(name));
    if (used || tagged) {
      throw new ContractException(file + ": the name " + name + " is in use: choose another");
    }
    document
        .getJsonArray("tags")
        .add(new JsonObject().put("name", name).put("description", description));
  }
}
