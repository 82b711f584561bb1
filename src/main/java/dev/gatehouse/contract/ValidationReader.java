package dev.gatehouse.contract;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

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
   * Returns the description of a body in JSON or as URL-encoded form. Both have one schema, because
   * the area receives the same record.
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
    TextBounds.mustHold(schema, place);
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
