package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.contract.Operation.Body;
import dev.gatehouse.contract.Operation.Limit;
import dev.gatehouse.contract.Operation.Requirement;
import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import dev.gatehouse.contract.Validation.Parameter;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Reads operations from the document and reports an incomplete operation immediately. */
final class OperationReader {
  static final List<HttpMethod> METHODS =
      List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

  /** Idempotent methods: two requests have the same effect as one. */
  private static final Set<HttpMethod> REPEATABLE =
      Set.of(HttpMethod.GET, HttpMethod.PUT, HttpMethod.DELETE);

  private static final long DEFAULT_MAX_BODY = 65_536;
  private static final long DEFAULT_TIMEOUT_MILLIS = 10_000;

  /** Values of x-limit besides a rate. */
  private static final Set<Object> LIMITS = Set.of("none", "area");

  /** All keys that an operation may have. Without this list, a misspelled key would be ignored. */
  private static final Set<String> KEYS =
      Set.of(
          """
          tags operationId summary description deprecated security parameters requestBody responses
          x-extension x-body x-max-body x-current x-upload-check x-limit x-idempotent x-same-origin
          x-step-up x-closable x-repeatable x-inline x-stream x-timeout x-cache x-roles x-scopes
          """
              .split("\\s+"));

  /** Character class or escaped character, in which repetition characters are literal. */
  private static final Pattern ONE_CHARACTER = Pattern.compile("\\\\.|\\[\\^?(\\\\.|[^\\]\\\\])+]");

  private static final Pattern ENDLESS = Pattern.compile("[*+]|\\{[0-9]+,}");

  private final SchemaReader schemas;
  private final RequirementReader requirements;
  private final ValidationReader validations;

  OperationReader(JsonObject document, SchemaReader schemas) {
    this.schemas = schemas;
    this.requirements = new RequirementReader(document.getJsonArray("security", new JsonArray()));
    this.validations = new ValidationReader(schemas);
  }

  static String key(HttpMethod method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws ContractException that describes the missing part, without the operation's name
   */
  Operation read(HttpMethod method, String path, JsonObject item, JsonObject operation) {
    String id = operation.getString("operationId", "");
    must(id.indexOf('.') > 0, "needs an operationId area.name");
    for (String key : operation.fieldNames()) {
      must(KEYS.contains(key), "has an unknown key " + key);
    }
    must(!operation.getString("summary", "").isBlank(), "needs a summary");
    must(!operation.getString("description", "").isBlank(), "needs a description");
    List<Requirement> needed = requirements.read(operation);
    Object limit = operation.getValue("x-limit");
    must(
        limit == null || limit instanceof JsonObject || LIMITS.contains(limit),
        "has an unknown x-limit " + limit);
    return new Operation(
        id,
        method,
        path,
        needed,
        limit instanceof JsonObject own ? Optional.of(limit(own)) : Optional.empty(),
        "none".equals(limit),
        "area".equals(limit),
        operation.getBoolean("x-idempotent", false),
        REPEATABLE.contains(method) || operation.getBoolean("x-repeatable", false),
        operation.getBoolean("x-same-origin", false),
        operation.getBoolean("x-step-up", false),
        operation.getString("x-closable", ""),
        body(operation),
        operation.getLong("x-max-body", DEFAULT_MAX_BODY),
        operation.getString("x-upload-check", ""),
        validations.read(path, item, operation),
        operation.getString("x-stream", ""),
        inline(operation),
        Duration.ofMillis(operation.getLong("x-timeout", DEFAULT_TIMEOUT_MILLIS)),
        operation.getString("x-cache", needed.isEmpty() ? "no-store" : "private, no-store"),
        produces(operation),
        reply(operation));
  }

  private static Limit limit(JsonObject limit) {
    return new Limit(
        limit.getString("name"),
        limit.getInteger("limit"),
        Duration.ofSeconds(limit.getLong("window")),
        "operator".equals(limit.getString("exempt")));
  }

  private static Body body(JsonObject operation) {
    String kind = operation.getString("x-body", "json");
    if (!operation.containsKey("requestBody")) {
      return Body.NONE;
    }
    return switch (kind) {
      case "json" -> Body.JSON;
      case "multipart" -> Body.MULTIPART;
      case "stream" -> Body.STREAM;
      case "json or multipart" -> Body.JSON_OR_MULTIPART;
      case "raw" -> Body.RAW;
      default -> throw new ContractException("has an unknown x-body " + kind);
    };
  }

  private static boolean inline(JsonObject operation) {
    boolean inline = operation.getBoolean("x-inline", false);
    must(
        !inline || !(operation.containsKey("requestBody") || operation.containsKey("x-stream")),
        "is x-inline, for operations that read only memory, and has a body or a stream");
    return inline;
  }

  private List<String> produces(JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    List<JsonObject> successes =
        responses.fieldNames().stream()
            .filter(status -> status.startsWith("2") || status.startsWith("3"))
            .map(status -> schemas.resolve(responses.getJsonObject(status)))
            .toList();
    must(!successes.isEmpty(), "has no success response");
    return successes.stream()
        .flatMap(
            success -> success.getJsonObject("content", new JsonObject()).fieldNames().stream())
        .distinct()
        .toList();
  }

  private Schema reply(JsonObject operation) {
    JsonObject responses = operation.getJsonObject("responses", new JsonObject());
    Schema json = null;
    for (String status : responses.fieldNames()) {
      JsonObject content =
          schemas.resolve(responses.getJsonObject(status)).getJsonObject("content");
      if (content != null && content.containsKey("application/json")) {
        Schema read =
            schemas.read(
                content.getJsonObject("application/json").getJsonObject("schema"),
                "reply " + status);
        if (status.startsWith("2")) {
          json = read;
        }
      }
    }
    return json;
  }

  private static void must(boolean right, String fault) {
    if (!right) {
      throw new ContractException(fault);
    }
  }

  /**
   * Reads the permitted callers of an operation: schemes from {@code security}, token roles from
   * {@code x-roles} and key scopes from {@code x-scopes}. OpenAPI itself defines scopes for OAuth
   * schemes only.
   */
  record RequirementReader(JsonArray rootSecurity) {
    private static final Set<String> SCHEMES = Set.of("token", "key", "ticket");
    private static final Set<String> ROLES = Set.of("visitor", "operator");
    private static final String ROLES_KEY = "x-roles";
    private static final String SCOPES_KEY = "x-scopes";

    /** Value that accepts every key, in place of scopes. */
    private static final String ANY = "any";

    List<Requirement> read(JsonObject operation) {
      JsonArray security = operation.getJsonArray("security", rootSecurity);
      if (security.isEmpty() && !operation.containsKey("security")) {
        throw new ContractException("is open but does not declare it: add security: []");
      }
      List<Requirement> requirements = new ArrayList<>();
      for (Object entry : security) {
        requirements.add(requirement((JsonObject) entry, operation));
      }
      closed(operation, ROLES_KEY, has(requirements, "token"));
      closed(operation, SCOPES_KEY, has(requirements, "key"));
      boolean named = !operation.getJsonArray(SCOPES_KEY, new JsonArray()).isEmpty();
      if (has(requirements, "key") && !named) {
        throw new ContractException("accepts keys but names no x-scopes");
      }
      return List.copyOf(requirements);
    }

    private static Requirement requirement(JsonObject alternative, JsonObject operation) {
      if (alternative.size() != 1) {
        throw new ContractException("has a requirement that does not name exactly one scheme");
      }
      String scheme = alternative.fieldNames().iterator().next();
      if (!SCHEMES.contains(scheme)) {
        throw new ContractException("requires an unknown scheme: " + scheme);
      }
      if (!alternative.getJsonArray(scheme).isEmpty()) {
        throw new ContractException(
            "names roles or scopes in security: move them to x-roles and x-scopes");
      }
      return new Requirement(
          scheme,
          switch (scheme) {
            case "token" -> roles(operation);
            case "key" -> scopes(operation);
            default -> Set.of();
          });
    }

    private static Set<String> roles(JsonObject operation) {
      Set<String> roles = texts(operation.getJsonArray(ROLES_KEY, new JsonArray().add("operator")));
      if (roles.isEmpty() || !ROLES.containsAll(roles)) {
        throw new ContractException("has an unknown role in x-roles");
      }
      return roles.equals(ROLES) ? Set.of() : roles;
    }

    private static Set<String> scopes(JsonObject operation) {
      Set<String> scopes = texts(operation.getJsonArray(SCOPES_KEY, new JsonArray()));
      return scopes.equals(Set.of(ANY)) ? Set.of() : scopes;
    }

    private static void closed(JsonObject operation, String key, boolean has) {
      if (!has && operation.containsKey(key)) {
        throw new ContractException("has " + key + " but does not accept this credential");
      }
    }

    private static boolean has(List<Requirement> requirements, String scheme) {
      return requirements.stream().anyMatch(each -> each.scheme().equals(scheme));
    }

    private static Set<String> texts(JsonArray array) {
      Set<String> texts = new LinkedHashSet<>();
      array.forEach(text -> texts.add((String) text));
      return texts;
    }
  }

  /** Reads the input of an operation: its parameters and the schemas of its bodies. */
  record ValidationReader(SchemaReader schemas) {
    private static final String JSON = "application/json";
    private static final Pattern TEMPLATE = Pattern.compile("\\{([^}]+)}");

    Validation read(String path, JsonObject item, JsonObject operation) {
      List<Parameter> parameters = parameters(item, operation);
      Set<String> inPath =
          parameters.stream()
              .filter(parameter -> parameter.in() == Parameter.In.PATH && parameter.required())
              .map(Parameter::name)
              .collect(Collectors.toSet());
      Set<String> templates =
          TEMPLATE.matcher(path).results().map(found -> found.group(1)).collect(Collectors.toSet());
      if (!inPath.equals(templates)) {
        throw new ContractException(
            "has the templates " + templates + " but declares the path parameters " + inPath);
      }
      JsonObject body = operation.getJsonObject("requestBody", new JsonObject());
      JsonObject content = body.getJsonObject("content", new JsonObject());
      boolean stream = "stream".equals(operation.getString("x-body"));
      JsonObject json = stream ? content.getJsonObject(JSON) : json(content);
      JsonObject form = content.getJsonObject("multipart/form-data");
      boolean raw = "raw".equals(operation.getString("x-body"));
      Set<String> files = form == null ? Set.of() : files(form);
      return new Validation(
          Validation.ParameterList.of(parameters),
          Set.copyOf(content.fieldNames()),
          body.getBoolean("required", false),
          json == null || raw ? null : bounded(body(content, json), "body"),
          form == null ? null : bounded(withoutFiles(form, files), "form"),
          files);
    }

    /**
     * Returns the description of a body in JSON or as URL-encoded form. Both have one schema,
     * because the area receives the same record.
     */
    private static JsonObject json(JsonObject content) {
      JsonObject json = content.getJsonObject(JSON);
      JsonObject encoded = content.getJsonObject(Validation.URL_ENCODED);
      if (json != null && encoded != null && !json.equals(encoded)) {
        throw new ContractException("has different schemas for JSON and for a URL-encoded form");
      }
      return json == null ? encoded : json;
    }

    private Schema body(JsonObject content, JsonObject json) {
      Schema schema = schemas.read(json.getJsonObject("schema"), "body");
      if (content.containsKey(Validation.URL_ENCODED) && !(schema instanceof ObjectSchema)) {
        throw new ContractException("has a form that is not an object");
      }
      return schema;
    }

    private List<Parameter> parameters(JsonObject item, JsonObject operation) {
      List<Parameter> parameters = new ArrayList<>();
      for (JsonObject level : List.of(item, operation)) {
        for (Object parameter : level.getJsonArray("parameters", new JsonArray())) {
          parameters.add(parameter(schemas.resolve((JsonObject) parameter)));
        }
      }
      return List.copyOf(parameters);
    }

    private Parameter parameter(JsonObject parameter) {
      String name = parameter.getString("name");
      JsonObject schema = parameter.getJsonObject("schema");
      String place = "parameter " + name;
      Schema compiled = bounded(schemas.read(schema, place), place);
      return new Parameter(
          name,
          Parameter.In.valueOf(parameter.getString("in").toUpperCase(Locale.ROOT)),
          parameter.getBoolean("required", false),
          compiled,
          SchemaReader.fallback(schemas.resolve(schema), compiled, place));
    }

    private static Schema bounded(Schema schema, String place) {
      mustBeBounded(schema, place);
      return schema;
    }

    private Set<String> files(JsonObject form) {
      JsonObject properties =
          schemas.resolve(form.getJsonObject("schema")).getJsonObject("properties");
      Set<String> files = new HashSet<>();
      for (String name : properties.fieldNames()) {
        if ("binary".equals(properties.getJsonObject(name).getString("format"))) {
          files.add(name);
        }
      }
      return Set.copyOf(files);
    }

    /** Returns the schema of a form's text fields only; files are handled by other stages. */
    private Schema withoutFiles(JsonObject form, Set<String> files) {
      Schema compiled = schemas.read(form.getJsonObject("schema"), "form");
      if (!(compiled instanceof ObjectSchema fields)) {
        throw new ContractException("has a form that is not an object");
      }
      Map<String, ObjectSchema.Property> texts = new LinkedHashMap<>(fields.properties());
      texts.keySet().removeAll(files);
      return new ObjectSchema(fields.name(), texts, fields.rest(), fields.aliases());
    }
  }

  /**
   * @param place location of the schema, for the message
   * @throws ContractException that names the unbounded text
   */
  static void mustBeBounded(Schema schema, String place) {
    switch (schema) {
      case Schema.Text text -> {
        if (!isBounded(text)) {
          throw new ContractException(place + " is a text without a maxLength");
        }
      }
      case ArraySchema list -> mustBeBounded(list.item(), place + "[]");
      case ChoiceSchema choice -> choice.schemas().forEach(each -> mustBeBounded(each, place));
      case Schema.Nullable nullable -> mustBeBounded(nullable.schema(), place);
      case ObjectSchema object -> {
        object
            .properties()
            .forEach((name, field) -> mustBeBounded(field.schema(), place + '.' + name));
        if (object.rest() != null) {
          mustBeBounded(object.rest(), place + ".*");
        }
      }
      case Schema.Any any -> {
        // Bounded by the maximum size of a body.
      }
      case Schema.Decimal decimal -> {
        // The parser limits the text of a number.
      }
      case Schema.Flag flag -> {
        // Only two values.
      }
      case Schema.Whole whole -> {
        // An integer without bounds has already been rejected.
      }
    }
  }

  private static boolean isBounded(Schema.Text text) {
    return text.maxLength() < Integer.MAX_VALUE
        || !text.values().isEmpty()
        || text.format().isTime()
        || (text.pattern() != null && isBounded(text.pattern().pattern()));
  }

  private static boolean isBounded(String pattern) {
    boolean anchored =
        pattern.startsWith("^") && (pattern.endsWith("\\z") || pattern.endsWith("(?![\\s\\S])"));
    String signs = ONE_CHARACTER.matcher(pattern).replaceAll("");
    return anchored && !signs.contains("|") && !ENDLESS.matcher(signs).find();
  }
}
