package dev.gatehouse.contract;

import module java.base;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.gatehouse.contract.Schema.ArraySchema;
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

  private static final char NOT_UTF_8 = '\uFFFD';

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
      return checked(json, urlEncodedFields(text, (ObjectSchema) json));
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

  /**
   * Reads a client's JSON by its schema and stops at the first invalid part. A malicious body
   * therefore costs only the time and memory of its valid part.
   */
  record JsonBody(JsonParser in) {
    private static final Schema ANY = new Schema.Any();

    /**
     * Returns plain maps, lists and scalars whose structure is valid; values are not checked yet.
     *
     * @param schema null for any JSON
     * @throws IOException if it is not valid JSON, has duplicate keys or trailing content
     * @throws Fault that names the first part that the schema does not allow
     */
    static Object read(JsonParser in, Schema schema) throws IOException {
      var body = new JsonBody(in);
      Object value = body.value(in.nextToken(), Objects.requireNonNullElse(schema, ANY));
      if (in.nextToken() != null) {
        throw new JsonParseException(in, "more than one value");
      }
      return value;
    }

    private Object value(JsonToken token, Schema schema) throws IOException {
      return switch (token) {
        case START_OBJECT -> object(schema);
        case START_ARRAY -> list(schema);
        case VALUE_STRING -> in.getText();
        case VALUE_NUMBER_INT -> in.getNumberValue();
        case VALUE_NUMBER_FLOAT -> decimal();
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        case VALUE_NULL -> null;
        case null, default -> throw new JsonParseException(in, "no value");
      };
    }

    /** Returns all digits; a double would truncate 0.1234567890123456789. */
    private BigDecimal decimal() throws IOException {
      try {
        return in.getDecimalValue();
      } catch (NumberFormatException | ArithmeticException e) {
        // The exponent exceeds 32 bits, as in 1e9999999999.
        throw new Fault("must be a finite number");
      }
    }

    private Map<String, Object> object(Schema schema) throws IOException {
      Map<String, Object> fields = new LinkedHashMap<>();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        if (fields.containsKey(name)) {
          throw new JsonParseException(in, "a key twice");
        }
        Schema field = schema.field(name);
        try {
          fields.put(name, value(in.nextToken(), field));
        } catch (Fault fault) {
          throw fault.inField(name);
        }
      }
      return fields;
    }

    private List<Object> list(Schema schema) throws IOException {
      List<Object> items = new ArrayList<>();
      for (JsonToken next = in.nextToken(); next != JsonToken.END_ARRAY; next = in.nextToken()) {
        Schema item = schema.item(items.size());
        try {
          items.add(value(next, item));
        } catch (Fault fault) {
          throw fault.inItem(items.size());
        }
      }
      return items;
    }
  }

  /**
   * Returns the values of the known fields, converted to the schema's types.
   *
   * @throws ValidationException if the text is not a form, or has a field twice that is no list
   * @throws Fault if a list is too long
   */
  static Map<String, Object> urlEncodedFields(String text, ObjectSchema schema) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String pair : text.split("&")) {
      int equals = pair.indexOf('=');
      String field = decoded(equals < 0 ? pair : pair.substring(0, equals));
      String name = schema.aliases().getOrDefault(field, field);
      ObjectSchema.Property property = schema.properties().get(name);
      if (property != null) {
        put(values, name, property.schema(), decoded(equals < 0 ? "" : pair.substring(equals + 1)));
      }
    }
    return values;
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> values, String name, Schema schema, String text) {
    if (schema instanceof Schema.Nullable nullable) {
      put(values, name, nullable.schema(), text);
    } else if (schema instanceof ArraySchema) {
      var list = (List<Object>) values.computeIfAbsent(name, _ -> new ArrayList<>());
      try {
        list.add(coerced(schema.item(list.size()), text));
      } catch (Fault tooLong) {
        throw tooLong.inField(name);
      }
    } else if (schema instanceof Schema.Text || !text.isEmpty()) {
      // A browser sends an empty input of a number as an empty text.
      if (values.putIfAbsent(name, coerced(schema, text)) != null) {
        throw fault(name, name + " must be given once");
      }
    }
  }

  /** Converts a text. A browser sends a checked box without a value as "on". */
  private static Object coerced(Schema schema, String text) {
    boolean checked = schema instanceof Schema.Flag && text.equals("on");
    return checked ? Boolean.TRUE : Parameter.coerced(schema, text);
  }

  private static String decoded(String text) {
    try {
      String decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
      if (decoded.indexOf(NOT_UTF_8) < 0) {
        return decoded;
      }
    } catch (IllegalArgumentException e) {
      // A percent sign without two hexadecimal digits.
    }
    throw fault("", "the body is not a URL-encoded form in UTF-8");
  }

  private static ValidationException fault(String param, String message) {
    return new ValidationException(ErrorCode.FORM_INVALID, param, message);
  }

  /**
   * Parameter of an operation.
   *
   * @param name its name in requests
   * @param in location in the request
   * @param required whether it must be given
   * @param schema schema of the coerced value
   * @param fallback value if it is absent; null for none
   */
  record Parameter(String name, In in, boolean required, Schema schema, Object fallback) {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,40}");
    private static final Pattern DECIMAL =
        Pattern.compile("[+-]?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,9})?");

    enum In {
      PATH,
      QUERY,
      HEADER
    }

    /**
     * Returns the value of a client's text, or the default if it is absent; null without a default.
     *
     * @throws ValidationException that describes the problem
     */
    Object value(String text) {
      if (text == null) {
        if (required) {
          throw ValidationException.missing(name);
        }
        return fallback;
      }
      if (in == In.PATH && text.indexOf('/') >= 0 && !mayHaveSlash()) {
        throw new Fault("must not contain a slash").of(name);
      }
      try {
        return schema.check(coerced(schema, text));
      } catch (Fault fault) {
        throw fault.of(name);
      }
    }

    /** Only a pattern says that a segment of a path may have an encoded slash. */
    private boolean mayHaveSlash() {
      return schema instanceof Schema.Text text && text.pattern() != null;
    }

    /**
     * Converts the text to the schema's type. Text that cannot be converted is returned unchanged,
     * and the schema rejects it.
     */
    static Object coerced(Schema schema, String text) {
      return switch (schema) {
        case Schema.Whole whole when WHOLE.matcher(text).matches() -> new BigDecimal(text);
        case Schema.Decimal decimal when DECIMAL.matcher(text).matches() -> new BigDecimal(text);
        case Schema.Flag flag when text.equals("true") -> true;
        case Schema.Flag flag when text.equals("false") -> false;
        default -> text;
      };
    }
  }
}
