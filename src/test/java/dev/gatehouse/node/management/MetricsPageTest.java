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
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The names of the metrics keep the rules of Prometheus, as its own tool checks them, their page is
 * complete, and dashboards and alerts use only metrics that exist.
 */
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

  private static final List<String> FOREIGN_UNITS =
      List.of("ns", "nanoseconds", "ms", "millis", "milliseconds", "minutes", "hours", "kb", "mb");

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final ObjectMapper YAML = new YAMLMapper();

  private static String scrape;

  @BeforeAll
  static void scrape() {
    NODE.get("/api/proxy/still-alive/status");
    scrape = new Client(NODE.managementAddress()).get("/metrics").text();
  }

  /** Returns the names and meanings of what a node without optional components publishes. */
  private static Map<String, String> published() {
    Map<String, String> published = new TreeMap<>();
    scrape
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

  @Test
  void namesMetricsByTypeAndUnit() {
    var faults = new TreeSet<String>();
    types()
        .forEach((name, type) -> {
          if (type.equals("counter") != name.endsWith("_total")) {
            faults.add(name + " is a " + type);
          }
          if (name.matches(".*_(count|sum|bucket)")) {
            faults.add(name + " ends as a part of a histogram");
          }
          if (Arrays.stream(name.split("_")).anyMatch(FOREIGN_UNITS::contains)
              || name.matches(".*[A-Z].*")) {
            faults.add(name + " is in another unit than seconds or bytes, or in capitals");
          }
        });
    assertEquals(new TreeSet<String>(), faults);
    assertTrue(types().containsKey("process_cpu_seconds_total"), scrape);
  }

  /** A start makes collections and indexes: there were commits and commands, and all took time. */
  @Test
  void exportsStoreMetrics() {
    assertTrue(value("gatehouse_store_file_bytes") > 4_096, scrape);
    double live = value("gatehouse_store_live_ratio");
    assertTrue(live > 0 && live <= 1, scrape);
    double count = value("gatehouse_store_commit_seconds_count");
    assertTrue(count > 5, scrape);
    assertTrue(value("gatehouse_store_command_seconds_count") >= count, scrape);
    double longest = value("gatehouse_store_command_seconds_max");
    assertTrue(longest > 0 && longest < 60, scrape);
    assertTrue(value("gatehouse_store_commit_seconds_sum") < 60, scrape);
    assertEquals(0, value("gatehouse_store_waiting") % 1, scrape);
  }

  @Test
  void exportsTrashMetrics() throws IOException {
    assertEquals(0, value("gatehouse_trash_blobs"));
    assertEquals(0, value("gatehouse_trash_size_bytes"));
    for (int i = 0; i < 3; i++) {
      Path orphan = NODE.data().resolve("blobs/00/00000000000000000000000" + i);
      Files.createDirectories(orphan.getParent());
      Files.writeString(orphan, "12345");
      Files.setLastModifiedTime(orphan, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    }
    trash("collect", JsonObject.of("move", true));
    assertEquals(3, value("gatehouse_trash_blobs"));
    assertEquals(15, value("gatehouse_trash_size_bytes"));
    String one = "000000000000000000000001";
    trash("restore", JsonObject.of("ids", new JsonArray().add(one)));
    assertEquals(2, value("gatehouse_trash_blobs"));
    assertEquals(10, value("gatehouse_trash_size_bytes"));
    trash("empty", new JsonObject());
    assertEquals(0, value("gatehouse_trash_blobs"));
    assertEquals(0, value("gatehouse_trash_size_bytes"));
  }

  private static void trash(String command, JsonObject body) throws IOException {
    NODE.manage("trash." + command, body).expect(200);
    scrape();
  }

  private static double value(String name) {
    return scrape
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.split(" ")[1]))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not there:\n" + scrape));
  }

  private static Map<String, String> types() {
    Map<String, String> types = new TreeMap<>();
    scrape
        .lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" "))
        .forEach(words -> types.put(words[2], words[3]));
    return types;
  }

  @Test
  @EnabledIf("promtool")
  void passesPromtoolCheck() throws IOException, InterruptedException {
    Process tool =
        new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
    try (var in = tool.getOutputStream()) {
      in.write(scrape.getBytes(StandardCharsets.UTF_8));
    }
    assertEquals("", new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    assertEquals(0, tool.waitFor());
  }

  static boolean promtool() {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool")));
  }
}
