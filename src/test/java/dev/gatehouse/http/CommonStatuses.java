package dev.gatehouse.http;

import static dev.gatehouse.http.EveryStatusTest.NODE;
import static dev.gatehouse.http.EveryStatusTest.expect;
import static dev.gatehouse.http.EveryStatusTest.owner;

import dev.gatehouse.Client;
import dev.gatehouse.DocumentSchemas;
import dev.gatehouse.TestNode;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.contract.ValidationException;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The error statuses that operations share, derived from their parameters and bodies. */
final class CommonStatuses {
  /** Statuses of any operation when the service itself fails. Fault tests provoke them. */
  private static final Set<String> TROUBLE =
      Set.of("InternalError", "Unavailable", "TimedOut", "NoSpace", "OtherError");

  /** Errors that do not depend on the operation; tests of HTTP produce them. */
  private static final Set<String> OF_HTTP =
      Set.of("PreconditionFailed", "UriTooLong", "HeadersTooLarge");

  /** Statuses of both sets. An operation that returns pages declares them with a page as well. */
  private static final Set<String> OF_PAGES =
      Set.of("412", "414", "431", "500", "503", "504", "507", "default");

  private static final JsonObject DOCUMENT = ContractFiles.load("X-API-Key", "").document();
  private static final DocumentSchemas SCHEMAS = new DocumentSchemas(DOCUMENT);
  private static final String PARAMETER = "\\{([^}]+)}";

  /** One of these values is valid for each path parameter. */
  private static final List<String> NAMES =
      List.of(
          "203.0.113.9",
          "0".repeat(24),
          "0".repeat(32),
          "B0EXAMPLE1",
          "a",
          "1",
          "0".repeat(24) + "-640x480.jpg");

  private static final byte[] BYTES = "%PDF-1.7".getBytes(StandardCharsets.UTF_8);

  private CommonStatuses() {}

  /** Returns whether a single request cannot provoke a response. */
  static boolean anywhere(String status, JsonObject response) {
    String reference = response.getString("$ref", "");
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    boolean page = response.getJsonObject("content", new JsonObject()).containsKey("text/html");
    return TROUBLE.contains(name) || OF_HTTP.contains(name) || (page && OF_PAGES.contains(status));
  }

  static void provoke(Operation operation) {
    String path = filled(operation) + needed(operation);
    String method = operation.method().name();
    if (EveryStatusTest.document(operation).getJsonObject("responses").containsKey("406")) {
      expect(operation.id(), 406, request(operation, path).header("Accept", "text/weird"));
    }
    switch (operation.body()) {
      case NONE -> wrongParameter(operation);
      case RAW -> {
        expect(operation.id(), 415, request(operation, path).body("text/weird", BYTES));
        wrongParameter(operation);
        tooLarge(operation, method + ' ' + path);
      }
      case JSON, JSON_OR_MULTIPART -> {
        expect(operation.id(), 415, request(operation, path).body("text/weird", BYTES));
        expect(operation.id(), 400, request(operation, path).json(new JsonObject().put("no", 1)));
        tooLarge(operation, method + ' ' + path);
      }
      case STREAM -> {
        expect(operation.id(), 415, request(operation, path).body("text/weird", BYTES));
        String type = operation.validation().mediaTypes().iterator().next();
        expect(
            operation.id(),
            400,
            request(operation, path).header("Content-Digest", "sha-256=:AAAA:").body(type, BYTES));
      }
      case MULTIPART ->
          expect(operation.id(), 415, request(operation, path).body("text/weird", BYTES));
    }
  }

  private static void tooLarge(Operation operation, String line) {
    String credential =
        takesKeys(operation) ? "X-API-Key: " + TestNode.KEY : "Authorization: Bearer " + token();
    long length = operation.maxBody() + 1;
    EveryStatusTest.tooLarge(operation.id(), line, "application/json", length, credential);
  }

  private static boolean takesKeys(Operation operation) {
    return operation.isPublic()
        || operation.requirements().stream().anyMatch(each -> each.scheme().equals("key"));
  }

  private static Client.Request request(Operation operation, String path) {
    Client.Request request =
        takesKeys(operation)
            ? owner(operation.method().name(), path)
            : NODE.client().request(operation.method().name(), path).token(token());
    return request.from(NODE.freshAddress());
  }

  private static String token() {
    return NODE.client()
        .request("POST", "/api/proxy/auth/validate-access")
        .from(NODE.freshAddress())
        .json(new JsonObject().put("code", TestNode.CODE))
        .send()
        .json()
        .getString("token");
  }

  private static Stream<JsonObject> parameters(Operation operation) {
    JsonObject item = DOCUMENT.getJsonObject("paths").getJsonObject(operation.path());
    return Stream.of(item, EveryStatusTest.document(operation))
        .flatMap(level -> level.getJsonArray("parameters", new JsonArray()).stream())
        .map(parameter -> SCHEMAS.resolve((JsonObject) parameter));
  }

  /** Returns the query that must be present before anything else is validated, or an empty text. */
  private static String needed(Operation operation) {
    return parameters(operation)
        .filter(each -> each.getString("in").equals("query") && each.getBoolean("required", false))
        .map(CommonStatuses::right)
        .reduce("", (query, next) -> query + (query.isEmpty() ? '?' : '&') + next);
  }

  /** Returns a parameter with a valid value, if its schema lists values or has an example. */
  private static String right(JsonObject parameter) {
    JsonObject schema = SCHEMAS.resolve(parameter.getJsonObject("schema"));
    JsonArray values =
        schema.getJsonArray("enum", new JsonArray().add(schema.getString("example", "x")));
    return parameter.getString("name") + '=' + values.getString(0);
  }

  private static void wrongParameter(Operation operation) {
    parameters(operation)
        .filter(parameter -> wrong(parameter).isPresent())
        .findFirst()
        .ifPresent(parameter -> expect(operation.id(), 400, with(operation, parameter)));
  }

  private static Client.Request with(Operation operation, JsonObject parameter) {
    String name = parameter.getString("name");
    String value = wrong(parameter).orElseThrow();
    String path = operation.path();
    return switch (parameter.getString("in")) {
      case "path" -> request(operation, path.replaceAll("\\{[^}]+}", value));
      case "header" -> request(operation, filled(operation)).header(name, value);
      default -> request(operation, filled(operation) + '?' + name + '=' + value);
    };
  }

  /** Returns the path with values that its parameters accept. */
  private static String filled(Operation operation) {
    return NAMES.stream()
        .filter(name -> takes(operation, name))
        .findFirst()
        .map(name -> operation.path().replaceAll(PARAMETER, name))
        .orElseThrow(() -> new AssertionError("no name for " + operation.path()));
  }

  private static boolean takes(Operation operation, String name) {
    MultiMap none = MultiMap.caseInsensitiveMultiMap();
    Map<String, String> names = new HashMap<>();
    Pattern.compile(PARAMETER)
        .matcher(operation.path())
        .results()
        .forEach(found -> names.put(found.group(1), name));
    try {
      operation.validation().parameters(names, none, none);
      return true;
    } catch (ValidationException e) {
      // The error is about another parameter, which this check ignores.
      return names.keySet().stream().noneMatch(each -> e.getMessage().startsWith(each + ' '));
    }
  }

  /** Returns a text that a parameter's schema rejects; empty if it accepts any text. */
  private static Optional<String> wrong(JsonObject parameter) {
    JsonObject schema = SCHEMAS.resolve(parameter.getJsonObject("schema"));
    if (schema.containsKey("maxLength")) {
      return Optional.of("~".repeat(schema.getInteger("maxLength") + 1));
    }
    boolean any =
        schema.getString("type").equals("string")
            && Stream.of("pattern", "enum", "format").noneMatch(schema::containsKey);
    return any ? Optional.empty() : Optional.of("~");
  }
}
