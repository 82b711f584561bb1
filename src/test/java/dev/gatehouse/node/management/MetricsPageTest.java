package dev.gatehouse.node.management;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.gatehouse.Client;
import dev.gatehouse.Ran;
import dev.gatehouse.TestNode;
import dev.gatehouse.node.management.MetricSources.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page of the metrics is complete, and dashboards and alerts use only metrics that exist. */
class MetricsPageTest {
  private static final Path PAGE = Path.of("src/docs/metrics.md");
  private static final Path DASHBOARDS = Path.of("conf/grafana");
  private static final Path ALERTS = Path.of("conf/prometheus/alerts.yaml");
  private static final Path RUNBOOKS = Path.of("src/docs/alerts.md");
  private static final String WRITE = "gatehouse.write";
  private static final String COMMAND =
      "mvn -q test-compile surefire:test -Dtest=MetricsPageTest -D" + WRITE + "=true";
  private static final String OWN = "gatehouse_";
  private static final Pattern USED =
      Pattern.compile("\\b(gatehouse|jvm|process|system)_[a-z0-9_]+\\b");
  private static final Pattern PART = Pattern.compile("_(bucket|sum|count|max)$");

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  private static final ObjectMapper YAML = new YAMLMapper();

  /** Returns the names and meanings of what a node without optional components publishes. */
  private static Map<String, String> published() {
    NODE.get("/api/proxy/still-alive/status");
    Map<String, String> published = new TreeMap<>();
    new Client(NODE.managementAddress())
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("# HELP ") && !line.startsWith("# HELP vertx_"))
        .map(line -> line.split(" ", 4))
        .forEach(words -> published.put(words[2], words.length > 3 ? words[3] : ""));
    return published;
  }

  @Test
  void documentsAllMetrics() throws IOException {
    String page = page();
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(PAGE, page);
    }
    String committed = Files.exists(PAGE) ? Files.readString(PAGE) : "";
    assertEquals(page, committed, PAGE + " is not current; write it with: " + COMMAND);
  }

  private static String page() throws IOException {
    Map<String, Metric> own = MetricSources.all();
    var page = new StringBuilder("# Metrics\n\n");
    page.append("<!-- Generated from the sources. To update: ").append(COMMAND).append(" -->\n\n");
    page.append(
        """
        `/metrics` of the management port publishes these metrics in the text format of Prometheus. A metric of an optional component
        (Redis, cluster, object store, backups, provider) exists only where the component is configured. A summary or histogram also has
        `_count`, `_sum` and `_max`, the largest value of the last minutes; a histogram has `_bucket`, too. Names that begin with `vertx_` are
        [those of Vert.x](https://vertx.io/docs/vertx-micrometer-metrics/java/#_vert_x_core_tools_metrics) for the event bus, the pools, the verticles and the HTTP clients. `conf/grafana` has dashboards,
        `conf/prometheus` [alerts](alerts.md) and an example of a scrape.

        ## Gatehouse

        | Metric | Type | Unit | Labels | Meaning |
        |---|---|---|---|---|
        """);
    own.values()
        .forEach(each ->
            page.append(
                "| `%s` | %s | %s | %s | %s |\n"
                    .formatted(
                        each.name(), each.type(), each.unit(), each.labels(), each.meaning())));
    page.append("\n## Process\n\n| Metric | Meaning |\n|---|---|\n");
    published()
        .forEach((name, meaning) -> {
          if (!name.startsWith(OWN) && !own.containsKey(name)) {
            page.append("| `%s` | %s |\n".formatted(name, meaning));
          }
        });
    return page.toString();
  }

  /** A node must not publish a metric that the scan of the sources has missed. */
  @Test
  void findsEveryPublishedMetricInSources() throws IOException {
    Set<String> missed = new TreeSet<>(published().keySet());
    missed.removeIf(name -> !name.startsWith(OWN));
    MetricSources.all()
        .keySet()
        .forEach(name -> {
          missed.remove(name);
          missed.remove(name + "_max");
        });
    assertEquals(Set.of(), missed);
  }

  @Test
  void publishesReadinessOfNodeAndComponents() {
    String scrape = new Client(NODE.managementAddress()).get("/metrics").text();
    assertTrue(scrape.contains("gatehouse_ready 1.0"), scrape);
    assertTrue(scrape.contains("gatehouse_component_up{component=\"documents\"} 1.0"), scrape);
  }

  @Test
  void usesOnlyExistingMetricsInDashboards() throws IOException {
    List<String> titles = new ArrayList<>();
    try (var files = Files.newDirectoryStream(DASHBOARDS, "*.json")) {
      for (Path file : files) {
        JsonNode dashboard = YAML.readTree(file.toFile());
        titles.add(dashboard.path("title").asText());
        assertTrue(!dashboard.path("panels").isEmpty(), file::toString);
        mustExist(dashboard, file);
      }
    }
    assertEquals(
        List.of(
            "Gatehouse areas",
            "Gatehouse cluster",
            "Gatehouse money",
            "Gatehouse overview",
            "Gatehouse store"),
        titles.stream().sorted().toList());
  }

  @Test
  void usesOnlyExistingMetricsInAlerts() throws IOException {
    mustExist(YAML.readTree(ALERTS.toFile()), ALERTS);
  }

  private static void mustExist(JsonNode file, Path name) throws IOException {
    Set<String> known = new TreeSet<>(MetricSources.all().keySet());
    known.addAll(published().keySet());
    Set<String> unknown = new TreeSet<>();
    file.findValuesAsText("expr")
        .forEach(expression -> {
          for (Matcher used = USED.matcher(expression); used.find(); ) {
            String metric = used.group();
            if (!known.contains(metric) && !known.contains(PART.matcher(metric).replaceAll(""))) {
              unknown.add(metric);
            }
          }
        });
    assertEquals(Set.of(), unknown, name::toString);
  }

  @Test
  void hasARunbookForEachAlert() throws IOException {
    String runbooks = Files.readString(RUNBOOKS);
    int alerts = 0;
    for (JsonNode group : YAML.readTree(ALERTS.toFile()).path("groups")) {
      for (JsonNode rule : group.path("rules")) {
        String alert = rule.path("alert").asText();
        JsonNode notes = rule.path("annotations");
        assertTrue(runbooks.contains("\n## " + alert + "\n"), alert + " needs a runbook");
        assertEquals("alerts.md#" + alert.toLowerCase(Locale.ROOT), notes.path("runbook").asText());
        assertTrue(notes.path("summary").asText().endsWith("."), alert);
        alerts++;
      }
    }
    assertTrue(alerts >= 15, () -> "too few alerts");
    assertEquals(alerts, runbooks.lines().filter(line -> line.startsWith("## ")).count());
  }

  @Test
  @EnabledIf("promtool")
  void passesRuleTestsOfPromtool() throws Exception {
    Ran ran =
        Ran.of(
            "cd conf/prometheus && promtool check rules alerts.yaml && promtool test rules"
                + " alerts-test.yaml");
    assertEquals(0, ran.exit(), ran.output());
  }

  static boolean promtool() {
    return MetricsTest.promtool();
  }
}
