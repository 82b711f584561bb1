package dev.gatehouse.contract;

import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
