package dev.gatehouse.contract;

import dev.gatehouse.contract.Operation.Body;
import dev.gatehouse.contract.Operation.Limit;
import dev.gatehouse.contract.Operation.Requirement;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads operations out of the document and says at once what one of them lacks. */
final class OperationReader {
  static final List<HttpMethod> METHODS =
      List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

  private static final long DEFAULT_MAX_BODY = 65_536;
  private static final long DEFAULT_TIMEOUT_MILLIS = 10_000;
  private static final Set<String> SCHEMES = Set.of("token", "key", "ticket");
  private static final Set<String> ROLES = Set.of("visitor", "operator");

  private final JsonObject document;
  private final Schemas schemas;

  OperationReader(JsonObject document) {
    this.document = document;
    this.schemas = new Schemas(document);
  }

  static String key(HttpMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  Operation read(String path, HttpMethod method, JsonObject item, JsonObject operation) {
    String id = operation.getString("operationId");
    if (id == null || id.indexOf('.') < 1) {
      throw new IllegalStateException(method + " " + path + " needs an operationId area.name");
    }
    List<Requirement> requirements = requirements(id, operation);
    Object limit = operation.getValue("x-limit");
    return new Operation(
        id,
        method,
        path,
        requirements,
        limit instanceof JsonObject own ? Optional.of(limit(own)) : Optional.empty(),
        "none".equals(limit),
        operation.getBoolean("x-idempotent", false),
        inline(id, operation),
        operation.getString("x-stream", ""),
        Duration.ofMillis(operation.getLong("x-timeout", DEFAULT_TIMEOUT_MILLIS)),
        body(id, operation),
        operation.getLong("x-max-body", DEFAULT_MAX_BODY),
        operation.getString("x-intake", ""),
        operation.getString("x-cache", requirements.isEmpty() ? "no-store" : "private, no-store"),
        produces(operation),
        validation(item, operation));
  }

  private static boolean inline(String id, JsonObject operation) {
    boolean inline = operation.getBoolean("x-inline", false);
    if (inline && (operation.containsKey("requestBody") || operation.containsKey("x-stream"))) {
      throw new IllegalStateException(
          id
              + ": x-inline is for what reads nothing but memory: it has neither a body nor a stream");
    }
    return inline;
  }

  private List<String> produces(JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses");
    return responses.fieldNames().stream()
        .filter(status -> status.startsWith("2"))
        .map(status -> schemas.resolve(responses.getJsonObject(status)))
        .flatMap(
            response -> response.getJsonObject("content", new JsonObject()).fieldNames().stream())
        .distinct()
        .toList();
  }

  private List<Requirement> requirements(String id, JsonObject operation) {
    JsonArray security =
        operation.getJsonArray("security", document.getJsonArray("security", new JsonArray()));
    List<Requirement> requirements = new ArrayList<>();
    for (Object entry : security) {
      JsonObject alternative = (JsonObject) entry;
      if (alternative.size() != 1) {
        throw new IllegalStateException(id + ": a requirement names exactly one scheme");
      }
      String scheme = alternative.fieldNames().iterator().next();
      Set<String> any = new HashSet<>();
      alternative.getJsonArray(scheme).forEach(name -> any.add((String) name));
      boolean unknownRole = scheme.equals("token") && !ROLES.containsAll(any);
      if (!SCHEMES.contains(scheme) || unknownRole) {
        throw new IllegalStateException(id + ": unknown scheme or role in " + alternative);
      }
      requirements.add(new Requirement(scheme, Set.copyOf(any)));
    }
    if (requirements.isEmpty() && !operation.containsKey("security")) {
      throw new IllegalStateException(id + " is open without saying so: add security: []");
    }
    return List.copyOf(requirements);
  }

  private static Limit limit(JsonObject limit) {
    return new Limit(
        limit.getString("name"),
        limit.getInteger("limit"),
        Duration.ofSeconds(limit.getLong("window")),
        "operator".equals(limit.getString("spares")));
  }

  private static Body body(String id, JsonObject operation) {
    String kind = operation.getString("x-body", "json");
    if (!operation.containsKey("requestBody")) {
      return Body.NONE;
    }
    return switch (kind) {
      case "json" -> Body.JSON;
      case "multipart" -> Body.MULTIPART;
      case "stream" -> Body.STREAM;
      case "json or multipart" -> Body.JSON_OR_MULTIPART;
      default -> throw new IllegalStateException(id + ": unknown x-body " + kind);
    };
  }

  private Validation validation(JsonObject item, JsonObject operation) {
    List<Parameter> parameters = new ArrayList<>();
    for (JsonObject level : List.of(item, operation)) {
      for (Object parameter : level.getJsonArray("parameters", new JsonArray())) {
        parameters.add(schemas.parameter(schemas.resolve((JsonObject) parameter)));
      }
    }
    JsonObject content =
        operation
            .getJsonObject("requestBody", new JsonObject())
            .getJsonObject("content", new JsonObject());
    JsonObject json = schema(content, "application/json");
    JsonObject form = schema(content, "multipart/form-data");
    Set<String> files = form == null ? Set.of() : takeFiles(form);
    return new Validation(
        List.copyOf(parameters),
        Set.copyOf(content.fieldNames()),
        operation.getJsonObject("requestBody", new JsonObject()).getBoolean("required", false),
        json == null ? null : schemas.validator(json),
        form == null ? null : schemas.validator(form),
        files);
  }

  private JsonObject schema(JsonObject content, String mediaType) {
    JsonObject media = content.getJsonObject(mediaType);
    return media == null ? null : schemas.resolve(media.getJsonObject("schema")).copy();
  }

  /** Takes the file parts out of a form's schema, so that it describes the text fields alone. */
  private static Set<String> takeFiles(JsonObject form) {
    JsonObject properties = form.getJsonObject("properties");
    Set<String> files = new HashSet<>();
    for (String name : Set.copyOf(properties.fieldNames())) {
      if ("binary".equals(properties.getJsonObject(name).getString("format"))) {
        properties.remove(name);
        form.getJsonArray("required", new JsonArray()).remove(name);
        files.add(name);
      }
    }
    return Set.copyOf(files);
  }
}
