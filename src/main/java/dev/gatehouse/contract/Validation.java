package dev.gatehouse.contract;

import module java.base;

import com.fasterxml.jackson.core.JsonParser;
import io.vertx.core.MultiMap;

/**
 * Validates a client's input against the contract with schemas compiled at startup, and applies the
 * contract's defaults.
 *
 * @param parameters parameters of the operation and its path
 * @param mediaTypes accepted media types of the body
 * @param bodyRequired whether a body is required
 * @param json schema of a body in JSON or as URL-encoded form; null if neither is accepted
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
  public static final String URL_ENCODED = "application/x-www-form-urlencoded";

  /**
   * Parameters of an operation.
   *
   * @param all all parameters, including those of its path item
   * @param names names of all parameters
   */
  record ParameterList(List<Parameter> all, Set<String> names) {
    static ParameterList of(List<Parameter> all) {
      return new ParameterList(
          all, all.stream().map(Parameter::name).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * Returns the values that a client has given, coerced and with defaults.
     *
     * @throws ValidationException that names the first invalid parameter
     */
    Map<String, Object> values(Map<String, String> path, MultiMap query, MultiMap headers) {
      Map<String, Object> values = new DeclaredValues(names);
      for (Parameter parameter : all) {
        String text =
            switch (parameter.in()) {
              case PATH -> path.get(parameter.name());
              case QUERY -> query.get(parameter.name());
              case HEADER -> headers.get(parameter.name());
            };
        Object value = parameter.value(text);
        if (value != null) {
          values.put(parameter.name(), value);
        }
      }
      return values;
    }
  }

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
   * Reads a URL-encoded form as the JSON body of the same schema, and applies the defaults.
   *
   * @throws ValidationException that names the first invalid field
   */
  public Object urlEncoded(String text) {
    try {
      return checked(json, UrlEncodedForm.read(text, (ObjectSchema) json));
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

  /** Returns whether a form has a text field of this name. */
  public boolean hasField(String name) {
    if (form == null) {
      return false;
    }
    try {
      form.field(name);
      return true;
    } catch (Fault unknown) {
      return false;
    }
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

  /**
   * Values by parameter name of an operation. Reading an undeclared name is a programming error, so
   * it throws instead of returning null.
   */
  private static final class DeclaredValues extends HashMap<String, Object> {
    private final transient Set<String> declared;

    /**
     * @param declared names that may be read, with or without a value
     */
    DeclaredValues(Set<String> declared) {
      super(Math.ceilDiv(declared.size() * 4, 3));
      this.declared = declared;
    }

    /**
     * Returns the value of a parameter; null if it was not given and has no default.
     *
     * @throws IllegalArgumentException if the name is not declared
     */
    @Override
    public Object get(Object name) {
      Object value = super.get(name);
      if (value == null && !declared.contains(name)) {
        throw new IllegalArgumentException("no parameter is called " + name + ": " + declared);
      }
      return value;
    }
  }
}
