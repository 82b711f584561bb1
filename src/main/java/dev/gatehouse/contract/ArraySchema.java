package dev.gatehouse.contract;

import module java.base;

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
