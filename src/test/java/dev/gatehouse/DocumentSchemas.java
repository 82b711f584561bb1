package dev.gatehouse;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;

/** Converts the schemas of the served document for Vert.x's validator. */
public final class DocumentSchemas {
  private final JsonObject document;
  private final SchemaRepository repository;

  public DocumentSchemas(JsonObject document) {
    this.document = document;
    var options =
        new JsonSchemaOptions()
            .setBaseUri("app://gatehouse/")
            .setDraft(Draft.DRAFT202012)
            .setOutputFormat(OutputFormat.Basic);
    this.repository = SchemaRepository.create(options);
  }

  /** Returns a validator of a schema, with its references inlined. */
  public Validator validator(JsonObject schema) {
    return repository.validator(JsonSchema.of((JsonObject) inlined(schema)));
  }

  private Object inlined(Object part) {
    return switch (part) {
      case JsonObject object when object.containsKey("$ref") -> inlined(resolve(object));
      case JsonObject object -> {
        var copy = new JsonObject();
        object.forEach(entry -> copy.put(entry.getKey(), inlined(entry.getValue())));
        yield copy;
      }
      case JsonArray array -> {
        var copy = new JsonArray();
        array.forEach(element -> copy.add(inlined(element)));
        yield copy;
      }
      case null -> null;
      default -> part;
    };
  }

  /** Returns the target of a local {@code $ref}, or the object itself. */
  public JsonObject resolve(JsonObject object) {
    String reference = object.getString("$ref");
    if (reference == null) {
      return object;
    }
    JsonObject target = document;
    for (String step : reference.substring(2).split("/")) {
      target = target.getJsonObject(step);
    }
    return target;
  }
}
