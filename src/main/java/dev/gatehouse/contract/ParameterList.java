package dev.gatehouse.contract;

import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parameters of one operation.
 *
 * @param all those of its path included
 * @param names of all
 */
record ParameterList(List<Parameter> all, Set<String> names) {
  static ParameterList of(List<Parameter> all) {
    return new ParameterList(
        all, all.stream().map(Parameter::name).collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * The values that a client has given, coerced and completed.
   *
   * @throws ValidationException that names the first wrong one
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
