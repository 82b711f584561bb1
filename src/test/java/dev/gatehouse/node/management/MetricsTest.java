package dev.gatehouse.node.management;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The names of the metrics keep the rules of Prometheus, as its own tool checks them. */
class MetricsTest {
  private static final List<String> FOREIGN_UNITS =
      List.of("ns", "nanoseconds", "ms", "millis", "milliseconds", "minutes", "hours", "kb", "mb");

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static String scrape;

  @BeforeAll
  static void scrape() {
    NODE.get("/api/proxy/still-alive/status");
    scrape = new Client(NODE.managementAddress()).get("/metrics").text();
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
