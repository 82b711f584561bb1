package dev.gatehouse;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;

/** Checks replies against the contract: declared status, media type and schema. */
final class ContractCheck {
  static final ContractCheck INSTANCE = new ContractCheck();

  private final Contract contract = ContractFiles.load("X-API-Key", "");
  private final DocumentSchemas schemas = new DocumentSchemas(contract.document());
  private final Map<String, Validator> validators = new ConcurrentHashMap<>();
  private final Map<Pattern, JsonObject> templates = new LinkedHashMap<>();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  private ContractCheck() {
    JsonObject paths = contract.document().getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      if (path.contains("{")) {
        Pattern pattern = Pattern.compile(path.replaceAll("\\{[^}]+}", "[^/]+"));
        templates.put(pattern, paths.getJsonObject(path));
      }
    }
  }

  /** Returns the replies seen so far, as {@code operationId status}. */
  Set<String> seen() {
    return seen;
  }

  void check(String method, String path, Client.Reply reply) {
    boolean error = reply.status() >= 400 && !method.equals("HEAD");
    if (error && !"text/html".equals(reply.header("Content-Type"))) {
      ErrorShape.check(method + " " + path, reply.status(), reply.json());
    }
    JsonObject operation = operation(method.equals("HEAD") ? "GET" : method, path);
    if (operation == null) {
      return;
    }
    String id = operation.getString("operationId");
    seen.add(id + ' ' + reply.status());
    JsonObject responses = operation.getJsonObject("responses");
    JsonObject declared =
        responses.getJsonObject(
            Integer.toString(reply.status()), responses.getJsonObject("default"));
    JsonObject content = schemas.resolve(declared).getJsonObject("content", new JsonObject());
    if (content.isEmpty() || method.equals("HEAD")) {
      return;
    }
    String type = reply.header("Content-Type");
    if (type == null || !content.containsKey(type)) {
      throw new AssertionError(id + " " + reply.status() + " has undeclared type " + type);
    }
    if (type.equals("application/json")) {
      body(id, content.getJsonObject(type).getJsonObject("schema"), reply);
    }
  }

  private void body(String id, JsonObject schema, Client.Reply reply) {
    try {
      Object value = Json.parse(Buffer.buffer(reply.bytes()));
      OutputUnit result =
          validators
              .computeIfAbsent(id + ' ' + reply.status(), first -> schemas.validator(schema))
              .validate(value instanceof Map ? reply.json() : value);
      if (!result.getValid()) {
        throw new AssertionError(
            id
                + " "
                + reply.status()
                + " breaks its schema: "
                + result.getErrors().getLast().getError()
                + " in "
                + reply.text());
      }
    } catch (IOException e) {
      throw new AssertionError(id + " " + reply.status() + " is no JSON: " + reply.text(), e);
    }
  }

  private JsonObject operation(String method, String target) {
    String path = target.split("\\?", 2)[0];
    JsonObject paths = contract.document().getJsonObject("paths");
    String key = method.toLowerCase(Locale.ROOT);
    if (paths.containsKey(path)) {
      return paths.getJsonObject(path).getJsonObject(key);
    }
    return templates.entrySet().stream()
        .filter(template -> template.getKey().matcher(path).matches())
        .map(template -> template.getValue().getJsonObject(key))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
