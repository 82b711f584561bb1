package dev.gatehouse.node;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.gatehouse.bus.AreaLimits;
import dev.gatehouse.settings.Durations;
import dev.gatehouse.settings.SettingsException;

/**
 * The verticles that a node deploys, as listed in {@code verticles.json}.
 *
 * @param entries by name, in the order of the file
 */
record VerticlePlan(Map<String, Entry> entries) {
  static final String HTTP = "http";

  private static final Set<String> HTTP_KEYS = Set.of("instances");
  private static final Set<String> AREA_KEYS = Set.of("concurrency", "maxWait");
  private static final int DEFAULT_CONCURRENCY = 64;

  /**
   * A verticle.
   *
   * @param instances number of event loops of http
   * @param concurrency number of calls that an area processes at once
   * @param maxWait maximum expected wait of a call
   */
  record Entry(int instances, int concurrency, Duration maxWait) {}

  /**
   * Reads the plan.
   *
   * @param file the plan; if it does not exist, the shipped plan is used
   * @param chosen names to deploy; all if empty
   * @param known names that can be deployed
   * @param extensions names that are deployed with default limits unless the file lists them
   * @throws SettingsException that lists the unknown names
   */
  static VerticlePlan read(
      Path file, List<String> chosen, Set<String> known, Set<String> extensions) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    json(file)
        .properties()
        .forEach(entry -> {
          check(
              known.contains(entry.getKey()),
              ("verticles.json: unknown verticle %s: delete it from the file; the verticles"
                      + " are %s")
                  .formatted(entry.getKey(), String.join(", ", new TreeSet<>(known))));
          entries.put(entry.getKey(), entry(entry.getKey(), entry.getValue()));
        });
    extensions.forEach(name ->
        entries.computeIfAbsent(name, added -> entry(name, JsonNodeFactory.instance.objectNode())));
    for (String name : chosen) {
      check(
          entries.containsKey(name),
          "verticles.json has no verticle %s: edit verticles.json; the verticles are %s"
              .formatted(name, String.join(", ", new TreeSet<>(known))));
    }
    if (!chosen.isEmpty()) {
      entries.keySet().retainAll(Set.copyOf(chosen));
    }
    return new VerticlePlan(entries);
  }

  private static Entry entry(String name, JsonNode json) {
    check(json.isObject(), "verticles.json: " + name + " must hold keys and numbers");
    check(
        !json.has("queue"),
        "verticles.json: " + name + " has queue: delete it; maxWait, 2s by default, replaces it");
    Set<String> keys = name.equals(HTTP) ? HTTP_KEYS : AREA_KEYS;
    json.fieldNames()
        .forEachRemaining(key ->
            check(
                keys.contains(key),
                "verticles.json: %s has %s, which has no effect: delete it; its keys are %s"
                    .formatted(name, key, String.join(", ", new TreeSet<>(keys)))));
    int instances;
    if ("cores".equals(json.path("instances").asText())) {
      instances = Runtime.getRuntime().availableProcessors();
    } else {
      instances = number(name, json.path("instances"), 1, 1);
    }
    return new Entry(
        instances,
        number(name, json.path("concurrency"), 1, DEFAULT_CONCURRENCY),
        duration(name, json.path("maxWait")));
  }

  private static int number(String name, JsonNode value, int least, int otherwise) {
    if (value.isMissingNode()) {
      return otherwise;
    }
    check(
        value.isInt() && value.intValue() >= least,
        "verticles.json: " + name + " has " + value + " instead of a valid number");
    return value.intValue();
  }

  private static Duration duration(String name, JsonNode value) {
    if (value.isMissingNode()) {
      return AreaLimits.MAX_WAIT;
    }
    try {
      return Durations.parse(value.asText());
    } catch (SettingsException e) {
      throw new SettingsException("verticles.json: " + name + ".maxWait: " + e.getMessage());
    }
  }

  private static JsonNode json(Path file) {
    try (InputStream in =
        Files.exists(file)
            ? Files.newInputStream(file)
            : VerticlePlan.class.getResourceAsStream("/conf/verticles.json")) {
      JsonNode plan = new ObjectMapper().readTree(in);
      check(plan.isObject(), file + " must hold verticles by name");
      return plan;
    } catch (IOException e) {
      throw new SettingsException(file + " cannot be read as JSON: " + e.getMessage());
    }
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new SettingsException(message);
    }
  }
}
