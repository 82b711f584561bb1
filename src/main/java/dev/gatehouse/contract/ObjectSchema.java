package dev.gatehouse.contract;

import module java.base;

/**
 * Object.
 *
 * @param name name of the schema in the contract
 * @param properties properties in the contract's order
 * @param rest schema of all other fields; null if they are not allowed
 * @param aliases properties by alternative field name
 */
record ObjectSchema(
    String name, Map<String, Property> properties, Schema rest, Map<String, String> aliases)
    implements Schema {

  /**
   * @param fallback value for an absent property; null for none
   * @param deprecated whether it is still accepted but no longer sent
   */
  record Property(Schema schema, boolean required, Object fallback, boolean deprecated) {}

  @Override
  @SuppressWarnings("ReferenceEquality") // an identical map means no changes
  public Map<String, Object> check(Object value) {
    if (!(value instanceof Map<?, ?> plain)) {
      throw new Fault("must be of type object");
    }
    @SuppressWarnings("unchecked")
    var given = (Map<String, Object>) plain;
    Map<String, Object> known = aliases.isEmpty() ? given : resolved(given);
    if (rest == null && known.size() > properties.size()) {
      // Checked before a copy is made, because there may be very many fields.
      others(known);
    }
    Map<String, Object> changed = known;
    int found = 0;
    List<Fault> faults = new ArrayList<>(0);
    for (Map.Entry<String, Property> entry : properties.entrySet()) {
      String name = entry.getKey();
      Property property = entry.getValue();
      Object before = known.get(name);
      boolean there = before != null || known.containsKey(name);
      if (there) {
        found++;
      }
      Object after = before;
      try {
        after = there ? field(name, property.schema(), before) : absent(name, property);
      } catch (Fault fault) {
        faults.add(fault);
      }
      if (after != before) {
        if (changed == given) {
          changed = new LinkedHashMap<>(known);
        }
        changed.put(name, after);
      }
    }
    if (!faults.isEmpty()) {
      throw Fault.of(faults);
    }
    if (found < known.size()) {
      others(known);
    }
    return changed;
  }

  private static Object absent(String name, Property property) {
    if (property.required()) {
      throw Fault.missing().inField(name);
    }
    return property.fallback();
  }

  private static Object field(String name, Schema schema, Object value) {
    try {
      return schema.check(value);
    } catch (Fault fault) {
      throw fault.inField(name);
    }
  }

  private void others(Map<String, Object> given) {
    for (Map.Entry<String, Object> entry : given.entrySet()) {
      if (properties.containsKey(entry.getKey())) {
        continue;
      }
      if (rest == null) {
        throw Fault.unknown().inField(entry.getKey());
      }
      field(entry.getKey(), rest, entry.getValue());
    }
  }

  @SuppressWarnings("ReferenceEquality") // an identical map means no changes
  private Map<String, Object> resolved(Map<String, Object> given) {
    Map<String, Object> resolved = given;
    for (Map.Entry<String, String> alias : aliases.entrySet()) {
      if (given.containsKey(alias.getKey())) {
        if (given.containsKey(alias.getValue())) {
          throw new Fault("and " + alias.getValue() + " are one field").inField(alias.getKey());
        }
        if (resolved == given) {
          resolved = new LinkedHashMap<>(given);
        }
        resolved.put(alias.getValue(), resolved.remove(alias.getKey()));
      }
    }
    return resolved;
  }

  @Override
  public Schema field(String name) {
    Property property = properties.get(aliases.getOrDefault(name, name));
    if (property != null) {
      return property.schema();
    }
    if (rest == null) {
      throw Fault.unknown().inField(name);
    }
    return rest;
  }

  @Override
  public String type() {
    return "object";
  }
}
