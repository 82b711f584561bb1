package dev.gatehouse.contract;

import com.fasterxml.jackson.core.JsonParser;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * Validates a client's input against the contract with schemas compiled at startup, and applies the
 * contract's defaults.
 *
 * @param parameters parameters of the operation and its path
 * @param mediaTypes accepted media types of the body
 * @param bodyRequired whether a body is required
 * @param json schema of the JSON body; null if JSON is not accepted
 * @param form schema of a form's text fields; null if forms are not accepted
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
   * Returns the parameters, coerced and with defaults. Reading an undeclared parameter throws.
   *
   * @throws ValidationException that names the first invalid parameter
   */
  public Map<String, Object> parameters(
      Map<String, String> path, MultiMap query, MultiMap headers) {
    return parameters.values(path, query, headers);
  }

  /**
   * Reads a JSON body and applies the defaults.
   *
   * @throws IOException if it is not valid JSON, has duplicate keys or trailing content
   * @throws ValidationException that names the first invalid field
   */
  public Object body(JsonParser in) throws IOException {
    try {
      return checked(json, JsonBody.read(in, json));
    } catch (Fault fault) {
      throw fault.ofBody();
    }
  }

  /**
   * Returns a form's text fields with defaults.
   *
   * @throws ValidationException that names the first invalid field
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
      throw fault.ofBody();
    }
  }
}
