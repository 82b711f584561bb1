package dev.gatehouse.node.management;

import module java.base;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;

/** All meters that the sources register, including those of optional components. */
final class MetricSources {
  private static final Pattern METER =
      Pattern.compile(
          "\\b(Gauge|FunctionCounter|Counter|Timer)\\s*\\.builder\\(([\\s\\S]*?)\\.register\\(");

  private static final Pattern NAME =
      Pattern.compile("^\\s*(?:\"([^\"]+)\"|(?:\\w+\\.)?([A-Z_]+))");
  private static final Pattern DESCRIPTION =
      Pattern.compile("\\.description\\(\\s*((?:\"[^\"]*\"\\s*\\+?\\s*)+)\\)");
  private static final Pattern UNIT =
      Pattern.compile("\\.baseUnit\\((?:\"(\\w+)\"|BaseUnits\\.BYTES)\\)");
  private static final Pattern TAG = Pattern.compile("\\.tag\\((?:\"(\\w+)\"|([A-Z_]+)),");
  private static final Pattern CONSTANT = Pattern.compile("String ([A-Z_]+) =\\s*\"([^\"]+)\";");

  /**
   * A metric as Prometheus sees it.
   *
   * @param type {@code gauge}, {@code counter}, {@code summary} or {@code histogram}
   */
  record Metric(String name, String type, String unit, String labels, String meaning) {}

  private MetricSources() {}

  /** Returns all metrics by their names. */
  static SortedMap<String, Metric> all() throws IOException {
    SortedMap<String, Metric> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String source = Files.readString(file);
        for (Matcher meter = METER.matcher(source); meter.find(); ) {
          Metric metric = metric(meter.group(1), meter.group(2), source);
          all.merge(metric.name(), metric, MetricSources::same);
        }
      }
    }
    return all;
  }

  /** A metric that several places register has one meaning; their labels are joined. */
  private static Metric same(Metric one, Metric other) {
    if (!one.meaning().equals(other.meaning()) || !one.type().equals(other.type())) {
      throw new AssertionError(one + " differs from " + other);
    }
    return one;
  }

  private static Metric metric(String kind, String call, String source) throws IOException {
    Matcher named = NAME.matcher(call);
    if (!named.find()) {
      throw new AssertionError("a meter without a constant name: " + call);
    }
    String name = named.group(1) == null ? constant(named.group(2), source) : named.group(1);
    Matcher described = DESCRIPTION.matcher(call);
    if (!described.find()) {
      throw new AssertionError(name + " needs a description");
    }
    String meaning = described.group(1).replaceAll("\"\\s*\\+\\s*\"", "").replace("\"", "").strip();
    Matcher based = UNIT.matcher(call);
    String base = null;
    if (based.find()) {
      base = based.group(1) == null ? BaseUnits.BYTES : based.group(1);
    }
    var labels = new TreeSet<String>();
    for (Matcher tag = TAG.matcher(call); tag.find(); ) {
      labels.add(tag.group(1) == null ? constant(tag.group(2), source) : tag.group(1));
    }
    boolean counts = kind.endsWith("Counter");
    Meter.Type type = Meter.Type.valueOf(counts ? "COUNTER" : kind.toUpperCase(Locale.ROOT));
    String full = new PrometheusNamingConvention().name(name, type, base);
    if (counts && !full.endsWith("_total")) {
      full += "_total";
    }
    return new Metric(
        full,
        type(kind, call),
        unit(full, meaning, counts),
        labels.stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")),
        meaning);
  }

  private static String type(String kind, String call) {
    if (kind.equals("Timer")) {
      return call.contains("serviceLevelObjectives") ? "histogram" : "summary";
    }
    return kind.endsWith("Counter") ? "counter" : "gauge";
  }

  private static String unit(String name, String meaning, boolean counts) {
    String base = name.replaceAll("_total$", "");
    if (base.endsWith("_seconds")) {
      return "seconds";
    }
    if (base.endsWith("_bytes")) {
      return "bytes";
    }
    if (base.endsWith("_ratio")) {
      return "0 to 1";
    }
    if (base.endsWith("_amounts")) {
      return "units of the currency";
    }
    return meaning.startsWith("1 while") && !counts ? "0 or 1" : "count";
  }

  /** Returns the value of a constant of the source, or of the only class that has it. */
  private static String constant(String name, String source) throws IOException {
    for (Matcher own = CONSTANT.matcher(source); own.find(); ) {
      if (own.group(1).equals(name)) {
        return own.group(2);
      }
    }
    Path ledger = Path.of("src/main/java/dev/gatehouse/http/ledger/LedgerMetrics.java");
    String other = Files.readString(ledger);
    for (Matcher shared = CONSTANT.matcher(other); shared.find(); ) {
      if (shared.group(1).equals(name) && !other.equals(source)) {
        return shared.group(2);
      }
    }
    throw new AssertionError("no constant " + name);
  }
}
