package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import dev.gatehouse.formats.AcceptableText;

/**
 * Schema of the contract, compiled at startup. A check stops at the first fault, so that a
 * malicious body costs no more than a valid one. Its result has defaults applied, aliases resolved
 * and integers as whole numbers. The checked value itself is never modified.
 */
sealed interface Schema
    permits ArraySchema,
        ChoiceSchema,
        ObjectSchema,
        Schema.Any,
        Schema.Decimal,
        Schema.Flag,
        Schema.Nullable,
        Schema.Text,
        Schema.Whole {

  /**
   * Checks a value that {@link dev.gatehouse.bus.Json} has parsed.
   *
   * @throws Fault that names the first invalid field
   */
  Object check(Object value);

  /** Returns the type's name for messages. */
  String type();

  /**
   * Returns the schema of a field's value, for a parser that is reading an object.
   *
   * @throws Fault if there is no such field, or an object is not allowed here
   */
  default Schema field(String name) {
    throw new Fault("must be of type " + type());
  }

  /**
   * Returns the schema of a list's item, for a parser that is reading a list.
   *
   * @throws Fault if the list is too long, or a list is not allowed here
   */
  default Schema item(int index) {
    throw new Fault("must be of type " + type());
  }

  /** Text. Its length is counted in code points. */
  record Text(int minLength, int maxLength, Pattern pattern, Set<String> values, Format format)
      implements Schema {
    @Override
    public String check(Object value) {
      if (!(value instanceof String text)) {
        throw new Fault("must be of type string");
      }
      int length = text.length();
      // A code point has one or two of these units.
      if (length < 2L * minLength || length > maxLength) {
        length = text.codePointCount(0, length);
        if (length < minLength) {
          throw new Fault("must have at least " + minLength + " characters");
        }
        if (length > maxLength) {
          throw new Fault("must have at most " + maxLength + " characters");
        }
      }
      if (!values.isEmpty() && !values.contains(text)) {
        String one = values.size() == 1 ? "must be " : "must be one of ";
        throw new Fault(one + String.join(", ", values));
      }
      if (pattern != null && !pattern.matcher(text).find()) {
        throw new Fault("has characters or a form that are not allowed");
      }
      format.check(text);
      if (minLength > 0 && format.isText() && AcceptableText.isBlank(text)) {
        throw new Fault("must not be blank");
      }
      return text;
    }

    @Override
    public String type() {
      return "string";
    }
  }

  /**
   * Integer within 64 bits.
   *
   * @param values the only valid values; empty for all within the bounds
   */
  record Whole(long min, long max, List<Long> values) implements Schema {
    @Override
    public Number check(Object value) {
      Number number = Numbers.whole(value);
      if (number == null) {
        throw new Fault("must be of type integer");
      }
      int side = Numbers.side(number, min, max);
      if (side != 0) {
        throw new Fault(side < 0 ? "must be at least " + min : "must be at most " + max);
      }
      if (!values.isEmpty() && !values.contains(number.longValue())) {
        throw new Fault("must be one of " + values);
      }
      return number;
    }

    @Override
    public String type() {
      return "integer";
    }
  }

  /**
   * Finite number.
   *
   * @param min minimum; null for none
   * @param max maximum; null for none
   */
  record Decimal(BigDecimal min, BigDecimal max) implements Schema {
    @Override
    public Number check(Object value) {
      Number number = Numbers.finite(value);
      if (number == null) {
        throw new Fault("must be of type number");
      }
      if (min != null && Numbers.exact(number).compareTo(min) < 0) {
        throw new Fault("must be at least " + min.toPlainString());
      }
      if (max != null && Numbers.exact(number).compareTo(max) > 0) {
        throw new Fault("must be at most " + max.toPlainString());
      }
      return number;
    }

    @Override
    public String type() {
      return "number";
    }
  }

  record Flag() implements Schema {
    @Override
    public Boolean check(Object value) {
      if (value instanceof Boolean flag) {
        return flag;
      }
      throw new Fault("must be of type boolean");
    }

    @Override
    public String type() {
      return "boolean";
    }
  }

  /** Null, or a value that another schema allows. */
  record Nullable(Schema schema) implements Schema {
    @Override
    public Object check(Object value) {
      return value == null ? null : schema.check(value);
    }

    @Override
    public String type() {
      return schema.type();
    }

    @Override
    public Schema field(String name) {
      return schema.field(name);
    }

    @Override
    public Schema item(int index) {
      return schema.item(index);
    }
  }

  /** Any JSON, with finite numbers. */
  record Any() implements Schema {
    @Override
    public Object check(Object value) {
      switch (value) {
        case Number number -> Numbers.finite(number);
        case List<?> list -> list.forEach(this::check);
        case Map<?, ?> map -> map.values().forEach(this::check);
        case null, default -> {
          // Text and booleans are always valid.
        }
      }
      return value;
    }

    @Override
    public String type() {
      return "any";
    }

    @Override
    public Schema field(String name) {
      return this;
    }

    @Override
    public Schema item(int index) {
      return this;
    }
  }

  /**
   * List.
   *
   * @param lone whether a single item may be sent without the enclosing list
   */
  record ArraySchema(Schema item, int min, int max, boolean lone) implements Schema {
    @Override
    @SuppressWarnings("ReferenceEquality") // an identical list means no changes
    public List<?> check(Object value) {
      if (!(value instanceof List<?> list)) {
        if (lone && value != null) {
          return List.of(item.check(value));
        }
        throw new Fault("must be of type array");
      }
      if (list.size() < min) {
        throw new Fault("must have at least " + min + " items");
      }
      if (list.size() > max) {
        throw tooMany();
      }
      List<Object> changed = null;
      for (int i = 0; i < list.size(); i++) {
        Object before = list.get(i);
        Object after = item(before, i);
        if (after != before && changed == null) {
          changed = new ArrayList<>(list);
        }
        if (changed != null) {
          changed.set(i, after);
        }
      }
      return Objects.requireNonNullElse(changed, list);
    }

    private Object item(Object value, int index) {
      try {
        return item.check(value);
      } catch (Fault fault) {
        throw fault.inItem(index);
      }
    }

    private Fault tooMany() {
      return new Fault("must have at most " + max + " items");
    }

    @Override
    public Schema field(String name) {
      if (!lone) {
        throw new Fault("must be of type array");
      }
      return item.field(name);
    }

    @Override
    public Schema item(int index) {
      if (index >= max) {
        throw tooMany();
      }
      return item;
    }

    @Override
    public String type() {
      return "array";
    }
  }

  /** Choice of several schemas, exactly one of which must match. */
  record ChoiceSchema(List<Schema> schemas) implements Schema {
    @Override
    public Object check(Object value) {
      Object found = null;
      int matches = 0;
      for (Schema schema : schemas) {
        try {
          found = schema.check(value);
          matches++;
        } catch (Fault other) {
          // Another schema may match. If none does, the most likely one reports its fault.
        }
      }
      if (matches == 1) {
        return found;
      }
      if (matches > 1) {
        throw new Fault("matches more than one of the allowed forms");
      }
      return bestMatch(value).check(value);
    }

    /** Returns the schema that defines most of the value's fields. */
    private Schema bestMatch(Object value) {
      Schema likeliest = schemas.getFirst();
      long largest = -1;
      for (Schema schema : schemas) {
        long known = 0;
        if (schema instanceof ObjectSchema fields && value instanceof Map<?, ?> map) {
          known = fields.properties().keySet().stream().filter(map::containsKey).count();
        }
        if (known > largest) {
          likeliest = schema;
          largest = known;
        }
      }
      return likeliest;
    }

    @Override
    public Schema field(String name) {
      return only(schema -> schema.field(name));
    }

    @Override
    public Schema item(int index) {
      return only(schema -> schema.item(index));
    }

    /**
     * Returns the schema of a part, or any schema if several alternatives have the part. The
     * alternative is determined after the whole value was read.
     */
    private Schema only(UnaryOperator<Schema> part) {
      Schema found = null;
      Fault fault = null;
      for (Schema schema : schemas) {
        try {
          Schema next = part.apply(schema);
          found = found == null ? next : new Any();
        } catch (Fault other) {
          fault = other;
        }
      }
      if (found == null) {
        throw fault;
      }
      return found;
    }

    @Override
    public String type() {
      return "object";
    }
  }
}
