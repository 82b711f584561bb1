package dev.gatehouse.contract;

import module java.base;

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
