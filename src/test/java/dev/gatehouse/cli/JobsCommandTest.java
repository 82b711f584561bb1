package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The jobs of a node that runs, by the owner's command line. */
class JobsCommandTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void listsEachJobOnOneLine() throws Exception {
    Waiting.until(
        () -> line("calendar.repair").matches("calendar.repair +every 5m +.*Z +done +.*Z"));
    assertTrue(
        line("notifications.report").contains("daily at 09:00 America/New_York"),
        () -> line("notifications.report"));
    assertTrue(
        line("store.sweep").matches("store.sweep +every 1h on each node +not yet"),
        () -> line("store.sweep"));
  }

  @Test
  void alignsColumnsUnderHeadings() {
    List<String> lines = list().lines().toList();
    int schedule = lines.getFirst().indexOf("SCHEDULE");
    for (String line : lines.subList(1, lines.size())) {
      assertTrue(line.startsWith("  ", schedule - 2), line);
      assertFalse(Character.isWhitespace(line.charAt(schedule)), line);
    }
  }

  @Test
  void printsJsonForPrograms() {
    JsonArray jobs = new JsonArray(list("--json"));
    assertTrue(
        jobs.stream().anyMatch(job -> "store.sweep".equals(((JsonObject) job).getString("name"))),
        jobs::encode);
  }

  @Test
  void runsJobNow() {
    assertTrue(line("store.sweep").contains("not yet") || line("store.sweep").contains("done"));
    assertEquals("store.sweep done\n", run(0, "jobs", "run", "store.sweep"));
    assertTrue(
        line("store.sweep").matches("store.sweep +every 1h on each node +20.*Z +done"),
        () -> line("store.sweep"));
    Instant before = last("calendar.repair");
    JsonObject outcome = new JsonObject(run(0, "jobs", "run", "calendar.repair", "--json"));
    assertEquals("done", outcome.getString("outcome"));
    assertTrue(last("calendar.repair").isAfter(before));
  }

  @Test
  void reportsUnknownJob() {
    assertEquals("no job is named calendar.repairs\n", run(1, "jobs", "run", "calendar.repairs"));
  }

  private static Instant last(String job) {
    return new JsonArray(list("--json"))
        .stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("name").equals(job))
            .map(each -> each.getJsonObject("last"))
            .map(run -> run == null ? Instant.MIN : run.getInstant("startedAt"))
            .findFirst()
            .orElseThrow();
  }

  private static String line(String job) {
    return list().lines().filter(line -> line.startsWith(job + " ")).findFirst().orElse("");
  }

  private static String list(String... options) {
    return run(0, Stream.concat(Stream.of("jobs"), Stream.of(options)).toArray(String[]::new));
  }

  private static String run(int expected, String... words) {
    return OwnersCommand.run(NODE, expected, words);
  }
}
