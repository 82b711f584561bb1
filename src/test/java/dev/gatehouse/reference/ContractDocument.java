package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.contract.ContractFiles;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The contract as the reference shows it. */
public final class ContractDocument {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");
  private static final String SCHEMAS = "#/components/schemas/";

  private final JsonObject document = ContractFiles.load("X-API-Key", "").document();

  /** Operation with the parameters of its path. */
  public record Documented(
      String method, String path, JsonObject json, List<JsonObject> parameters) {
    public String id() {
      return json.getString("operationId");
    }

    String tag() {
      return json.getJsonArray("tags").getString(0);
    }

    String title() {
      return json.getString("summary");
    }

    public List<JsonObject> parameters(String in) {
      return parameters.stream().filter(each -> in.equals(each.getString("in"))).toList();
    }

    public List<String> texts(String key) {
      return json.getJsonArray(key, new JsonArray()).stream().map(String.class::cast).toList();
    }

    /** Returns the body's schemas by media type. */
    public JsonObject bodies() {
      JsonObject body = json.getJsonObject("requestBody");
      return body == null ? new JsonObject() : body.getJsonObject("content", new JsonObject());
    }

    public boolean isStream() {
      return json.containsKey("x-stream");
    }

    public boolean isPublic() {
      JsonArray security = json.getJsonArray("security");
      return security != null && security.isEmpty();
    }

    /** Returns the roles whose tokens are accepted. */
    public List<String> roles() {
      List<String> roles = texts("x-roles");
      return roles.isEmpty() ? List.of("operator") : roles;
    }
  }

  /** Returns the tags with their descriptions, in the order of the documentation. */
  Map<String, String> tags() {
    Map<String, String> tags = new LinkedHashMap<>();
    document.getJsonArray("tags").stream()
        .map(JsonObject.class::cast)
        .forEach(tag -> tags.put(tag.getString("name"), tag.getString("description")));
    return tags;
  }

  /** Returns all operations, in the order of the contract. */
  public List<Documented> operations() {
    List<Documented> all = new ArrayList<>();
    for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
      JsonObject item = (JsonObject) path.getValue();
      for (String method : item.fieldNames()) {
        if (METHODS.contains(method)) {
          JsonObject json = item.getJsonObject(method);
          List<JsonObject> parameters =
              Stream.of(item, json)
                  .flatMap(each -> each.getJsonArray("parameters", new JsonArray()).stream())
                  .map(each -> resolved((JsonObject) each))
                  .toList();
          all.add(new Documented(method, path.getKey(), json, parameters));
        }
      }
    }
    return all;
  }

  List<Documented> operations(String tag) {
    return operations().stream().filter(each -> each.tag().equals(tag)).toList();
  }

  /** Returns the object that a reference names, or the object itself. */
  public JsonObject resolved(JsonObject json) {
    String reference = json.getString("$ref");
    if (reference == null) {
      return json;
    }
    JsonObject target = document;
    for (String name : reference.substring("#/".length()).split("/")) {
      target = target.getJsonObject(name);
    }
    return resolved(target);
  }

  /** Returns the name of a schema; empty if it has none. */
  static String name(JsonObject schema) {
    String reference = schema.getString("$ref", "");
    return reference.startsWith(SCHEMAS) ? reference.substring(SCHEMAS.length()) : "";
  }

  JsonObject schema(String name) {
    return document.getJsonObject("components").getJsonObject("schemas").getJsonObject(name);
  }

  JsonObject security() {
    return document.getJsonObject("components").getJsonObject("securitySchemes");
  }
}
