package dev.gatehouse.contract;

import com.fasterxml.jackson.core.JsonParser;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * Checks what a client sent against the contract, by schemas that were compiled at boot, and
 * completes it by the contract's defaults.
 *
 * @param parameters of the operation and its path
 * @param mediaTypes that the body may have
 * @param bodyRequired whether there must be one
 * @param json schema of the JSON body; null if the operation takes none
 * @param form schema of a form's text fields; null if the operation takes none
 * @param files names of a form's file parts
 */
public record Validation(
    ParameterList parameters,
    Set<String> mediaTypes,
    boolean bodyRequired,
    Schema json,
    Schema form,
    Set<String> files) {

  /**
   * The parameters, coerced and completed; to ask for one that the operation does not declare is an
   * error.
   *
   * @throws ValidationException that names the first wrong one
   */
  public Map<String, Object> parameters(
      Map<String, String> path, MultiMap query, MultiMap headers) {
    return parameters.values(path, query, headers);
  }

  /**
   * Reads a JSON body, and completes it.
   *
   * @throws IOException when it is no JSON, names a key twice or goes on after the value
   * @throws ValidationException that names the first wrong field
   */
  public Object body(JsonParser in) throws IOException {
    try {
      return checked(json, JsonBody.read(in, json));
    } catch (Fault fault) {
      throw new ValidationException(fault.of("body"));
    }
  }

  /**
   * A form's text fields, completed.
   *
   * @throws ValidationException that names the first wrong field
   */
  @SuppressWarnings("unchecked")
  public Map<String, Object> form(Map<String, Object> fields) {
    return (Map<String, Object>) checked(form, fields);
  }

  private static Object checked(Schema schema, Object value) {
    if (schema == null) {
      return value;
    }
    try {
      return schema.check(value);
    } catch (Fault fault) {
      throw new ValidationException(fault.of("body"));
    }
  }
}
