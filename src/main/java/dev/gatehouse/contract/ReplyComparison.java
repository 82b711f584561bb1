package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import dev.gatehouse.contract.SchemaComparison.JsonFields;

/**
 * Compares an area's reply records with the contract's schemas. Both must have the same fields in
 * the same format. Otherwise replies would contain undocumented fields, or lack documented ones.
 */
final class ReplyComparison extends SchemaComparison {
  private static final Set<Type> WHOLE = Set.of(int.class, long.class, Integer.class, Long.class);

  private ReplyComparison() {}

  /**
   * Returns the differences between an operation's JSON answer and the type that its handler
   * returns.
   */
  static List<String> of(Operation operation, Optional<Class<?>> type) {
    Schema schema = operation.reply();
    if (schema == null) {
      return type
          .map(bound -> "returns the record " + qualifiedName(bound) + " but returns no JSON")
          .stream()
          .toList();
    }
    return type.map(bound -> differences(schema, bound, "reply"))
        .orElse(
            List.of(
                "returns JSON but is not bound to a record: returning(….class, …), or in an"
                    + " extension operation(…, ….class, …)"));
  }

  private static List<String> differences(Schema schema, Type type, String place) {
    var comparison = new ReplyComparison();
    comparison.compare(schema, type, place);
    return comparison.faults;
  }

  @Override
  void compare(Schema schema, Type type, String place) {
    Class<?> raw = JsonFields.raw(type);
    switch (schema) {
      case Schema.Any any -> {
        // Any value is valid.
      }
      case Schema anything when raw == Object.class -> {
        // The value was checked when it was received.
      }
      case Schema.Nullable nullable -> compare(nullable.schema(), type, place);
      case Schema.Text text -> must(textual(raw), place, "is a string", type);
      case Schema.Whole whole -> must(WHOLE.contains(type), place, "is an integer", type);
      case Schema.Decimal decimal -> must(numeric(raw), place, "is a number", type);
      case Schema.Flag flag -> must(flag(raw), place, "is a boolean", type);
      case ArraySchema array -> items(array, type, place);
      case ChoiceSchema choice -> choice(choice, type, place);
      case ObjectSchema object when object.properties().isEmpty() ->
          must(raw == Map.class, place, "is any object", type);
      case ObjectSchema object when raw.isRecord() -> fields(object, raw, place);
      case ObjectSchema object -> must(false, place, "is an object", type);
    }
  }

  private static boolean numeric(Class<?> type) {
    return Number.class.isAssignableFrom(type) || (type.isPrimitive() && !flag(type));
  }

  private static boolean flag(Class<?> type) {
    return type == boolean.class || type == Boolean.class;
  }

  /** Returns true for types that are written as JSON strings, such as times and enums. */
  private static boolean textual(Class<?> type) {
    return !(numeric(type)
        || flag(type)
        || type.isRecord()
        || type.isArray()
        || Map.class.isAssignableFrom(type)
        || Collection.class.isAssignableFrom(type));
  }

  /**
   * Compares the record with the alternative that differs least. The other alternatives are not
   * answered with records.
   */
  private void choice(ChoiceSchema choice, Type type, String place) {
    choice.schemas().stream()
        .map(schema -> differences(schema, type, place))
        .min(Comparator.comparing(List::size))
        .ifPresent(faults::addAll);
  }

  private void fields(ObjectSchema object, Class<?> record, String place) {
    Map<String, Type> components = JsonFields.of(record);
    for (String name : components.keySet()) {
      if (!object.properties().containsKey(name) && !object.aliases().containsKey(name)) {
        faults.add(
            "the record %s has %s, but the schema %s does not"
                .formatted(name(record), name, object.name()));
      }
    }
    object
        .properties()
        .forEach((name, property) -> {
          Type component = components.get(name);
          if (component != null) {
            compare(property.schema(), component, place + '.' + name);
            boolean present = property.required() || property.fallback() != null;
            if (component instanceof Class<?> raw && raw.isPrimitive() && !present) {
              faults.add(
                  "the schema %s does not require %s, which the record %s always has"
                      .formatted(object.name(), name, name(record)));
            }
          } else if (!property.deprecated()) {
            faults.add(
                "the schema %s has %s, but the record %s does not"
                    .formatted(object.name(), name, name(record)));
          }
        });
  }

  @Override
  String name(Type type) {
    return qualifiedName(type);
  }

  /**
   * Returns a type's name with its enclosing class, because many areas use the same record names.
   */
  private static String qualifiedName(Type type) {
    return type.getTypeName().replaceAll("(\\w+\\.)*(\\w+)", "$2").replace('$', '.');
  }
}
