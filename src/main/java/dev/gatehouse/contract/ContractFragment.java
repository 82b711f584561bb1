package dev.gatehouse.contract;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * An extension's part of the contract: the operations of one area, all of them below one path.
 *
 * @param file name of the extension's file, for messages
 * @param name of the area, of its tag, and of the first segment of its paths
 * @param description of the tag
 */
public record ContractFragment(
    String file, String name, String description, JsonObject paths, JsonObject schemas) {
  private static final String PARAMETERS = "parameters";
  private static final String SCOPES = "x-scopes";
  private static final String NAME = "[a-z][a-z0-9]{1,23}";
  private static final Set<String> KEYS =
      Set.of("api", "name", "description", "console", "paths", "components");

  /** Keys of operations that need code in Gatehouse itself. */
  private static final List<String> RESERVED = List.of("x-inline", "x-stream", "x-extension");

  /** Names of a verticle, and of folders and scopes that the contract's paths do not contain. */
  private static final Set<String> TAKEN =
      Set.of("http", "console", "swagger", "docs", "legal", "theme", "any");

  /**
   * Reads an extension's description.
   *
   * @throws ContractException that lists all faults
   */
  public static ContractFragment of(String file, JsonObject description) {
    try {
      return read(file, description);
    } catch (ClassCastException e) {
      throw new ContractException(
          file + ": a key has a value of the wrong type: " + e.getMessage());
    }
  }

  private static ContractFragment read(String file, JsonObject description) {
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
    List<String> methods = OperationReader.METHODS.stream().map(OperationReader::key).toList();
    item.fieldNames().stream()
        .filter(key -> !methods.contains(key) && !key.equals(PARAMETERS))
        .forEach(key -> faults.add(path + " has an unknown key " + key));
    must(methods.stream().anyMatch(item::containsKey), faults, path + " has no operation");
    must(
        item.getValue(PARAMETERS, List.of()) instanceof Iterable,
        faults,
        path + " has parameters that are no list");
    methods.stream()
        .filter(item::containsKey)
        .forEach(method -> {
          String place = method.toUpperCase(Locale.ROOT) + ' ' + path + ' ';
          try {
            check(place, item.getJsonObject(method), faults);
          } catch (ClassCastException e) {
            faults.add(place + "has a value of the wrong type: " + e.getMessage());
          }
        });
  }

  private void check(String place, JsonObject operation, List<String> faults) {
    String id = operation.getString("operationId", "");
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
        List.of(name).containsAll(operation.getJsonArray(SCOPES, new JsonArray()).getList()),
        faults,
        place + "can only have the scope " + name);
    mustHaveTypes(operation);
    if (acceptsKeys(operation) && !operation.containsKey(SCOPES)) {
      operation.put(SCOPES, new JsonArray().add(name));
    }
    operation.put("tags", new JsonArray().add(name)).put("x-extension", true);
  }

  /** Reads the keys that are completed before the operation as a whole is read. */
  private static void mustHaveTypes(JsonObject operation) {
    operation.getBoolean("x-idempotent");
    operation.getJsonArray(PARAMETERS);
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    responses
        .fieldNames()
        .forEach(status -> responses.getJsonObject(status).getJsonObject("content"));
  }

  /** Returns whether an operation accepts API keys, as do those without their own security. */
  private static boolean acceptsKeys(JsonObject operation) {
    JsonArray security = operation.getJsonArray("security");
    return security == null
        || security.stream().anyMatch(each -> ((JsonObject) each).containsKey("key"));
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
        document.getJsonObject("paths").stream().anyMatch(this::isUsedBy)
            || TAKEN.contains(name)
            || document.getJsonArray("tags").stream()
                .anyMatch(tag -> ((JsonObject) tag).getString("name").equals(name));
    if (used) {
      throw new ContractException(file + ": the name " + name + " is in use: choose another");
    }
    document
        .getJsonArray("tags")
        .add(new JsonObject().put("name", name).put("description", description));
  }

  /** Returns whether a path, or an area or a scope of its operations, has this name. */
  private boolean isUsedBy(Map.Entry<String, Object> path) {
    JsonObject item = (JsonObject) path.getValue();
    return (path.getKey() + '/').startsWith('/' + name + '/')
        || OperationReader.METHODS.stream()
            .map(OperationReader::key)
            .filter(item::containsKey)
            .map(item::getJsonObject)
            .anyMatch(operation ->
                operation.getString("operationId", "").startsWith(name + '.')
                    || operation.getJsonArray(SCOPES, new JsonArray()).contains(name));
  }
}
