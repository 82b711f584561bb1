package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.contract.Schema.ArraySchema;
import dev.gatehouse.contract.Schema.ChoiceSchema;
import dev.gatehouse.contract.SchemaComparison.JsonFields;

/**
 * Compares an area's request records with the contract's schemas. Both must have the same names and
 * fields, with types that can hold all permitted values. A field that only one side has would be
 * dropped silently.
 */
final class RecordComparison extends SchemaComparison {
  private static final Set<Type> NUMBERS = Set.of(BigDecimal.class, Double.class, double.class);
  private static final Set<Type> LONGS = Set.of(long.class, Long.class);
  private static final Set<Type> INTS = Set.of(int.class, Integer.class);

  private static final Map<Format, Type> TIMES =
      Map.of(
          Format.DATE, LocalDate.class,
          Format.DATE_TIME, Instant.class,
          Format.DATE_TIME_LOCAL, LocalDateTime.class);

  private RecordComparison() {}

  /**
   * Returns the differences between an operation's JSON body and the type that its handler accepts.
   */
  static List<String> body(Operation operation, Optional<Class<?>> type) {
    Schema schema = operation.validation().json();
    if (schema == null || operation.body() == Operation.Body.STREAM) {
      return type
          .map(bound -> "is bound to the record " + simpleName(bound) + " but accepts no JSON")
          .stream()
          .toList();
    }
    if (type.isEmpty()) {
      return List.of(
          "accepts JSON but is not bound to a record: accepting(…Request.class, …), or in an"
              + " extension operation(…, ….class, ….class, …)");
    }
    var comparison = new RecordComparison();
    comparison.compare(schema, type.get(), "body");
    return comparison.faults;
  }

  @Override
  void compare(Schema schema, Type type, String place) {
    switch (schema) {
      case Schema.Nullable nullable -> {
        must(!primitive(type), place, "may be null", type);
        compare(nullable.schema(), type, place);
      }
      case Schema.Text text ->
          must(
              type == String.class || type.equals(TIMES.get(text.format())),
              place,
              "is a string",
              type);
      case Schema.Whole whole -> {
        boolean narrow = whole.min() >= Integer.MIN_VALUE && whole.max() <= Integer.MAX_VALUE;
        boolean holds = LONGS.contains(type) || (narrow && INTS.contains(type));
        must(holds, place, "is an integer up to " + whole.max(), type);
      }
      case Schema.Decimal decimal -> must(NUMBERS.contains(type), place, "is a number", type);
      case Schema.Flag flag ->
          must(type == boolean.class || type == Boolean.class, place, "is a boolean", type);
      case Schema.Any any -> must(type == Object.class, place, "is anything", type);
      case ArraySchema array -> items(array, type, place);
      case ChoiceSchema choice -> choice(choice, type, place);
      case ObjectSchema object when object.properties().isEmpty() ->
          must(JsonFields.raw(type) == Map.class, place, "is any object", type);
      case ObjectSchema object -> fields(object, type, place);
    }
  }

  /**
   * Compares a choice with a sealed interface, which must permit a record of the same name for each
   * schema.
   */
  private void choice(ChoiceSchema choice, Type type, String place) {
    Class<?>[] permitted = JsonFields.raw(type).getPermittedSubclasses();
    must(permitted != null, place, "is a choice, a sealed interface", type);
    for (Schema schema : choice.schemas()) {
      Optional<Class<?>> record =
          Arrays.stream(Objects.requireNonNullElse(permitted, new Class<?>[0]))
              .filter(each ->
                  schema instanceof ObjectSchema object
                      && each.getSimpleName().equals(object.name()))
              .findFirst();
      if (record.isPresent()) {
        compare(schema, record.get(), place);
      } else {
        must(permitted == null, place, "may be a " + schema, type);
      }
    }
  }

  private void fields(ObjectSchema object, Type type, String place) {
    Class<?> record = JsonFields.raw(type);
    if (!record.isRecord() || !record.getSimpleName().equals(object.name())) {
      must(false, place, "is a record " + object.name(), type);
      return;
    }
    Map<String, Type> components = JsonFields.of(record);
    components.keySet().stream()
        .filter(name -> !object.properties().containsKey(name))
        .forEach(name ->
            faults.add("the record " + name(type) + " has " + name + ", but the schema does not"));
    object
        .properties()
        .forEach((name, property) -> {
          Type component = components.get(name);
          if (component == null) {
            faults.add(
                "the schema " + object.name() + " has " + name + ", but the record does not");
          } else {
            boolean always = property.required() || property.fallback() != null;
            must(always || !primitive(component), place + '.' + name, "may be absent", component);
            compare(property.schema(), component, place + '.' + name);
          }
        });
  }

  private static boolean primitive(Type type) {
    return type instanceof Class<?> plain && plain.isPrimitive();
  }

  @Override
  String name(Type type) {
    return simpleName(type);
  }

  private static String simpleName(Type type) {
    return type instanceof Class<?> plain ? plain.getSimpleName() : type.getTypeName();
  }
}
