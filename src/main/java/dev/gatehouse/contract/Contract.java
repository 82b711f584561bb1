package dev.gatehouse.contract;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The one list of operations: what is routed, asked for, validated, limited and documented. */
public final class Contract {
  private final JsonObject document;
  private final Map<String, Operation> operations = new LinkedHashMap<>();
  private final Map<String, Set<String>> literalPaths = new LinkedHashMap<>();
  private final Map<Pattern, Set<String>> templates = new LinkedHashMap<>();

  /**
   * @param document a whole OpenAPI 3.1 document, as {@link ContractFiles} merges it
   * @throws IllegalStateException when an operation lacks what the service needs to know of it
   */
  public Contract(JsonObject document) {
    this.document = document;
    var reader = new OperationReader(document);
    for (String path : document.getJsonObject("paths").fieldNames()) {
      JsonObject item = document.getJsonObject("paths").getJsonObject(path);
      Set<String> methods = new TreeSet<>();
      for (HttpMethod method : OperationReader.METHODS) {
        JsonObject operation = item.getJsonObject(OperationReader.key(method));
        if (operation != null) {
          add(reader.read(path, method, item, operation));
          methods.add(method.name());
        }
      }
      index(path, methods);
    }
  }

  /** The true document, for /openapi.json. */
  public JsonObject document() {
    return document;
  }

  public Collection<Operation> operations() {
    return operations.values();
  }

  public Operation operation(String id) {
    return operations.get(id);
  }

  /** The scopes that some operation asks a key for. */
  public Set<String> scopes() {
    Set<String> scopes = new TreeSet<>();
    operations.values().stream()
        .flatMap(operation -> operation.requirements().stream())
        .filter(requirement -> requirement.scheme().equals("key"))
        .forEach(requirement -> scopes.addAll(requirement.any()));
    return scopes;
  }

  /** The methods that some operation has at this very path; empty for an unknown path. */
  public Set<String> methodsAt(String path) {
    Set<String> literal = literalPaths.get(path);
    if (literal != null) {
      return literal;
    }
    Set<String> methods = new TreeSet<>();
    templates.forEach((pattern, allowed) -> {
      if (pattern.matcher(path).matches()) {
        methods.addAll(allowed);
      }
    });
    return methods;
  }

  /** Returns whether a path stands in the contract as it is, without a template. */
  public boolean isLiteral(String path) {
    return literalPaths.containsKey(path);
  }

  /**
   * Checks that every operation of an area has a handler and every handler an operation.
   *
   * @throws IllegalStateException that names those without
   */
  public void mustMatch(String area, Set<String> handlers) {
    Set<String> declared = new HashSet<>();
    operations.values().stream()
        .filter(operation -> operation.area().equals(area))
        .forEach(operation -> declared.add(operation.id()));
    List<String> faults = new ArrayList<>();
    declared.stream()
        .filter(id -> !handlers.contains(id))
        .forEach(id -> faults.add("operation " + id + " has no handler"));
    handlers.stream()
        .filter(id -> !declared.contains(id))
        .forEach(id -> faults.add("handler " + id + " has no operation in the contract"));
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          "the contract and area " + area + " do not match: " + String.join("; ", faults));
    }
  }

  /**
   * Checks that every operation belongs to an area that exists.
   *
   * @throws IllegalStateException that names one which does not
   */
  public void mustHaveAreas(Set<String> areas) {
    operations
        .values()
        .forEach(operation -> {
          if (!areas.contains(operation.area())) {
            throw new IllegalStateException("operation " + operation.id() + " has no area");
          }
        });
  }

  /**
   * The document as vertx-openapi takes it: without security, which the credentials stage judges,
   * and without the media types that it refuses to load.
   */
  public JsonObject forRouter() {
    JsonObject copy = document.copy();
    copy.remove("security");
    copy.getJsonObject("components").remove("securitySchemes");
    for (String path : copy.getJsonObject("paths").fieldNames()) {
      JsonObject item = copy.getJsonObject("paths").getJsonObject(path);
      for (HttpMethod method : OperationReader.METHODS) {
        JsonObject operation = item.getJsonObject(OperationReader.key(method));
        if (operation != null) {
          operation.remove("security");
          operation.remove("requestBody");
          operation.put("responses", new JsonObject().put("default", description()));
        }
      }
    }
    copy.getJsonObject("components").remove("responses");
    copy.remove("servers");
    return copy;
  }

  private static JsonObject description() {
    return new JsonObject().put("description", "see the true document");
  }

  private void add(Operation operation) {
    if (operations.put(operation.id(), operation) != null) {
      throw new IllegalStateException("two operations are called " + operation.id());
    }
  }

  private void index(String path, Set<String> methods) {
    if (methods.contains(HttpMethod.GET.name())) {
      methods.add(HttpMethod.HEAD.name());
    }
    if (path.contains("{")) {
      templates.put(Pattern.compile(path.replaceAll("\\{[^}]+}", "[^/]+")), methods);
    } else {
      literalPaths.put(path, methods);
    }
  }
}
