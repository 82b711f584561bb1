package dev.gatehouse.contract;

import module java.base;

/** Collects differences between a schema and a type of an area. */
abstract class SchemaComparison {
  final List<String> faults = new ArrayList<>();

  /** Adds the differences at a place. */
  abstract void compare(Schema schema, Type type, String place);

  /** Returns a type's name for messages. */
  abstract String name(Type type);

  final void items(ArraySchema array, Type type, String place) {
    JsonFields.element(type)
        .ifPresentOrElse(
            element -> compare(array.item(), element, place + "[]"),
            () -> must(false, place, "is an array", type));
  }

  final void must(boolean right, String place, String fact, Type type) {
    if (!right) {
      faults.add(place + ' ' + fact + " in the contract and " + name(type) + " in Java");
    }
  }
}
