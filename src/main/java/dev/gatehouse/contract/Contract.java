package dev.gatehouse.contract;

import module java.base;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Single list of operations for routing, authorization, validation, limits and documentation. */
public final class Contract {
  private static final Pattern AFFIXED = Pattern.compile("([^/{]*)\\{([^}]+)}([^/]*)");
  private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");

  private final JsonObject document;
  private final Map<String, String> files;
  private final Map<String, Operation> operations = new LinkedHashMap<>();
  private final Map<String, Set<String>> literalPaths = new LinkedHashMap<>();
  private final Map<Pattern, Set<String>> templates = new LinkedHashMap<>();

  /**
   * Patterns by path, for paths with text beside a parameter in a segment, such as {@code
   * /{key}.txt}.
   */
  private final Map<String, Pattern> affixed = new HashMap<>();

  /**
   * @param document a complete OpenAPI 3.1 document, merged by {@link ContractFiles}
   * @param files the file of each path and each schema, for messages
   * @throws ContractException that lists all incomplete schemas and operations, each with its file
   */
  public Contract(JsonObject document, Map<String, String> files) {
    this.document = document;
    this.files = Map.copyOf(files);
    List<String> faults = new ArrayList<>();
    var schemas = new SchemaReader(document);
    for (String name : document.getJsonObject("components").getJsonObject("schemas").fieldNames()) {
      listing(faults, file(name) + ": schema ", () -> schemas.named(name));
    }
    if (faults.isEmpty()) {
      var reader = new OperationReader(document, schemas);
      for (String path : document.getJsonObject("paths").fieldNames()) {
        read(path, reader, faults);
      }
    }
    if (!faults.isEmpty()) {
      throw new ContractException(
          "the contract is not complete:\n  " + String.join("\n  ", faults));
    }
  }

  private void read(String path, OperationReader reader, List<String> faults) {
    JsonObject item = document.getJsonObject("paths").getJsonObject(path);
    Set<String> methods = new TreeSet<>();
    for (HttpMethod method : OperationReader.METHODS) {
      JsonObject operation = item.getJsonObject(OperationReader.key(method));
      if (operation != null) {
        String place =
            file(path) + ": " + operation.getString("operationId", method + " " + path) + ' ';
        listing(faults, place, () -> add(reader.read(method, path, item, operation)));
        methods.add(method.name());
      }
    }
    index(path, methods);
  }

  private static void listing(List<String> faults, String place, Runnable reading) {
    try {
      reading.run();
    } catch (ContractException e) {
      faults.add(place + e.getMessage());
    } catch (RuntimeException e) {
      // For example a parameter without a schema, or a text in the place of a list.
      faults.add(place + "cannot be read: " + e.getMessage());
    }
  }

  private String file(String name) {
    return files.getOrDefault(name, ContractFiles.MAIN);
  }

  /** Returns the complete document, for /openapi.json. */
  public JsonObject document() {
    return document;
  }

  /**
   * Returns the contract without the operations of some areas, and without the tags and schemas
   * that only they use.
   */
  public Contract without(Set<String> areas) {
    return areas.isEmpty() ? this : new Contract(new ContractPart(document).without(areas), files);
  }

  /** Returns the version of the contract, for example {@code 1.0.0}. */
  public String version() {
    return document.getJsonObject("info").getString("version");
  }

  public Collection<Operation> operations() {
    return operations.values();
  }

  public Operation operation(String id) {
    return operations.get(id);
  }

  /** Returns all API key scopes that operations require. */
  public Set<String> scopes() {
    Set<String> scopes = new TreeSet<>();
    operations.values().stream()
        .flatMap(operation -> operation.requirements().stream())
        .filter(requirement -> requirement.scheme().equals("key"))
        .forEach(requirement -> scopes.addAll(requirement.any()));
    return scopes;
  }

  /** Returns the methods of the operations at this exact path; empty for an unknown path. */
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

  /** Returns whether the contract contains this path literally, without a template. */
  public boolean isLiteral(String path) {
    return literalPaths.containsKey(path);
  }

  /**
   * Records of a handler's JSON; empty where it has none.
   *
   * @param body record of its JSON body
   * @param reply record of its JSON answer
   * @param inline whether it answers on the event loop
   */
  public record Binding(Optional<Class<?>> body, Optional<Class<?>> reply, boolean inline) {}

  /**
   * Checks that operations and handlers of an area correspond, and that the records of their JSON
   * match the schemas.
   *
   * @param bindings bindings of the handlers, by operationId
   * @throws ContractException that lists the differences
   */
  public void mustMatch(String area, Map<String, Binding> bindings) {
    List<String> faults = new ArrayList<>();
    for (Operation operation : operations.values()) {
      if (operation.area().equals(area)) {
        String place = file(operation.path()) + ": " + operation.id() + ' ';
        Binding binding = bindings.get(operation.id());
        if (binding == null) {
          faults.add(place + "has no handler in area " + area);
        } else {
          Stream.concat(
                  RecordComparison.body(operation, binding.body()).stream(),
                  ReplyComparison.of(operation, binding.reply()).stream())
              .forEach(fault -> faults.add(place + fault));
          if (operation.inline() != binding.inline()) {
            faults.add(
                place
                    + (binding.inline()
                        ? "answers on the event loop, but is not x-inline"
                        : "is x-inline, but its handler may block"));
          }
        }
      }
    }
    bindings.keySet().stream()
        .filter(id -> !operations.containsKey(id) || !operations.get(id).area().equals(area))
        .sorted()
        .forEach(id ->
            faults.add(
                "area %s handles %s, which no file of contract/paths declares for it"
                    .formatted(area, id)));
    if (!faults.isEmpty()) {
      throw new ContractException(
          "the contract and area " + area + " do not match:\n  " + String.join("\n  ", faults));
    }
  }

  public Set<String> areas() {
    return operations.values().stream()
        .map(Operation::area)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Checks that every operation belongs to an existing area.
   *
   * @throws ContractException that names an area which does not match
   */
  public void mustHaveAreas(Set<String> areas) {
    operations
        .values()
        .forEach(operation -> {
          if (!areas.contains(operation.area())) {
            throw new ContractException(
                ("%s: %s belongs to no area: edit its operationId, or add the area to"
                        + " node/Modules.java, which lists %s")
                    .formatted(
                        file(operation.path()),
                        operation.id(),
                        String.join(", ", new TreeSet<>(areas))));
          }
        });
  }

  /**
   * Returns a contract for routing only: paths, methods and operation names. Credentials,
   * parameters and bodies are checked by Gatehouse's stages. A smaller contract makes the router
   * library start faster.
   */
  public JsonObject forRouter(Collection<Operation> part) {
    JsonObject paths = new JsonObject();
    part.forEach(operation ->
        paths
            .getMap()
            .merge(
                wholeNames(operation.path()),
                new JsonObject().put(OperationReader.key(operation.method()), routed(operation)),
                (item, more) -> ((JsonObject) item).mergeIn((JsonObject) more)));
    return new JsonObject()
        .put("openapi", document.getString("openapi"))
        .put("info", document.getJsonObject("info").copy())
        .put("paths", paths);
  }

  /** Returns the minimal operation that the library accepts. */
  private static JsonObject routed(Operation operation) {
    JsonObject any = new JsonObject().put("default", new JsonObject().put("description", ""));
    return new JsonObject().put("operationId", operation.id()).put("responses", any);
  }

  private void add(Operation operation) {
    if (operations.putIfAbsent(operation.id(), operation) != null) {
      throw new ContractException("is also the operationId of another operation");
    }
  }

  private static Pattern template(String path) {
    return Pattern.compile("\\Q" + PARAMETER.matcher(path).replaceAll("\\\\E[^/]+\\\\Q") + "\\E");
  }

  /** Returns the path in the router's form, where a parameter is a whole segment. */
  private static String wholeNames(String path) {
    return path.replaceAll("[^/{]*(\\{[^}]+})[^/]*", "$1");
  }

  /** Returns whether a path that the router assigned to an operation really matches it. */
  public boolean matches(Operation operation, String path) {
    Pattern pattern = affixed.get(operation.path());
    return pattern == null || pattern.matcher(path).matches();
  }

  /** Removes the text beside an operation's parameters, which the router takes for their values. */
  public void trimParameters(Operation operation, Map<String, String> values) {
    if (affixed.containsKey(operation.path())) {
      Matcher affix = AFFIXED.matcher(operation.path());
      while (affix.find()) {
        int before = affix.group(1).length();
        int behind = affix.group(3).length();
        values.computeIfPresent(
            affix.group(2), (name, value) -> value.substring(before, value.length() - behind));
      }
    }
  }

  private void index(String path, Set<String> methods) {
    if (methods.contains(HttpMethod.GET.name())) {
      methods.add(HttpMethod.HEAD.name());
    }
    if (path.contains("{")) {
      Pattern pattern = template(path);
      templates.put(pattern, methods);
      if (!path.equals(wholeNames(path))) {
        affixed.put(path, pattern);
      }
    } else {
      literalPaths.put(path, methods);
    }
  }

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
}
