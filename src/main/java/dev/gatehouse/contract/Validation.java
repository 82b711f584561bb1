package dev.gatehouse.contract;

import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks what a client sent against the contract, by validators that were built at boot.
 *
 * @param parameters of the operation and its path
 * @param mediaTypes that the body may have
 * @param bodyRequired whether there must be one
 * @param json validates the JSON body; null if the operation takes none
 * @param form validates a form's text fields; null if the operation takes none
 * @param files names of a form's file parts
 */
public record Validation(
    List<Parameter> parameters,
    Set<String> mediaTypes,
    boolean bodyRequired,
    Validator json,
    Validator form,
    Set<String> files) {

  /**
   * The parameters, coerced and completed by the defaults.
   *
   * @throws ValidationException that names the first wrong one
   */
  public Map<String, Object> parameters(
      Map<String, String> path, MultiMap query, MultiMap headers) {
    if (parameters.isEmpty()) {
      return Map.of();
    }
    Map<String, Object> values = new HashMap<>();
    for (Parameter parameter : parameters) {
      String text =
          switch (parameter.in()) {
            case PATH -> path.get(parameter.name());
            case QUERY -> query.get(parameter.name());
            case HEADER -> headers.get(parameter.name());
          };
      Object value = value(parameter, text);
      if (value != null) {
        values.put(parameter.name(), value);
      }
    }
    return values;
  }

  /**
   * Checks a parsed JSON body.
   *
   * @throws ValidationException that names the field
   */
  @SuppressWarnings("unchecked")
  public void body(Object value) {
    if (json == null) {
      return;
    }
    Object wrapped =
        switch (value) {
          case Map<?, ?> map -> new JsonObject((Map<String, Object>) map);
          case List<?> list -> new JsonArray(list);
          case null, default -> value;
        };
    check(json, wrapped, "body");
  }

  /**
   * Checks a form's text fields.
   *
   * @throws ValidationException that names the field
   */
  public void form(Map<String, Object> fields) {
    if (form != null) {
      check(form, new JsonObject(fields), "body");
    }
  }

  private static Object value(Parameter parameter, String text) {
    if (text == null) {
      if (parameter.required()) {
        throw new ValidationException(parameter.name() + " is required");
      }
      return parameter.defaultValue();
    }
    Object value = parameter.type().coerce(text);
    check(parameter.validator(), value, parameter.name());
    return value;
  }

  private static void check(Validator validator, Object value, String name) {
    OutputUnit result = validator.validate(value);
    if (!result.getValid()) {
      throw new ValidationException(Complaint.of(result, name));
    }
  }
}
