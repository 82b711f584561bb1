package dev.gatehouse.contract;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.contract.Schema.ArraySchema;

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

  /** JSON fields of records, according to Jackson's annotations on their fields. */
  static final class JsonFields {
    private JsonFields() {}

    /**
     * Returns the types of a record's JSON fields by name. Fields of unwrapped records are
     * included.
     */
    static Map<String, Type> of(Class<?> record) {
      Map<String, Type> fields = new LinkedHashMap<>();
      try {
        for (RecordComponent component : record.getRecordComponents()) {
          add(component, record.getDeclaredField(component.getName()), fields);
        }
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException(e);
      }
      return fields;
    }

    private static void add(RecordComponent component, Field field, Map<String, Type> fields) {
      if (field.isAnnotationPresent(JsonUnwrapped.class)) {
        Map<String, Type> inner = of(component.getType());
        var ignored = field.getAnnotation(JsonIgnoreProperties.class);
        inner.keySet().removeAll(ignored == null ? List.of() : List.of(ignored.value()));
        fields.putAll(inner);
        return;
      }
      var named = field.getAnnotation(JsonProperty.class);
      // Raw text can contain any JSON.
      boolean raw = field.isAnnotationPresent(JsonRawValue.class);
      fields.put(
          named == null ? component.getName() : named.value(),
          raw ? Object.class : component.getGenericType());
    }

    static Class<?> raw(Type type) {
      if (type instanceof ParameterizedType generic) {
        return (Class<?>) generic.getRawType();
      }
      return (Class<?>) type;
    }

    /** Returns the type of the elements of an array or a list; empty for other types. */
    static Optional<Type> element(Type type) {
      return switch (type) {
        case Class<?> array when array.isArray() -> Optional.of(array.getComponentType());
        case ParameterizedType list when list.getRawType() == List.class ->
            Optional.of(list.getActualTypeArguments()[0]);
        default -> Optional.empty();
      };
    }
  }
}
