package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/** Emails, jobs and persons by the owner's command line, through a node that runs. */
class NodeCommandsTest {
  private static final Path BACKUPS = TestNode.folder("person-backups");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("OWNER_EMAIL", "owner@example.org").with("BACKUP_FOLDER", "" + BACKUPS);

  private static String run(int expected, String... words) {
    return OwnersCommand.run(NODE, expected, words);
  }

  @Test
  void sendsTestEmail() throws IOException {
    assertEquals("the mail was accepted\n", run(0, "mail", "test", "someone@example.org"));
    try (Stream<Path> mails = Files.list(NODE.data().resolve("mail"))) {
      assertTrue(
          mails.anyMatch(file ->
              Unchecked.get(() -> Files.readString(file)).contains("To: someone@example.org")));
    }
    assertTrue(run(1, "mail", "test", "no address").contains("must be an e-mail address"));
  }

  @Test
  void listsQueuedEmails() {
    assertEquals("none\n", run(0, "mail", "queue", "--state", "dead"));
    assertEquals(
        new JsonArray(), new JsonArray(run(0, "mail", "queue", "--state", "dead", "--json")));
    assertEquals(2, status("mail", "queue", "--state", "lost"));
  }

  private static int status(String... words) {
    return new CommandLine(new GatehouseCommand(Path.of("."), Map.of()))
        .setErr(new PrintWriter(new StringWriter()))
        .execute(words);
  }

  @Test
  void reportsUnknownEmail() {
    assertTrue(
        run(1, "mail", "retry", "000000000000000000000001").contains("no failed mail has this ID"));
  }

  @Test
  void previewsNextReport() {
    assertTrue(run(0, "mail", "preview").startsWith("Due: 20"));
    assertTrue(new JsonObject(run(0, "mail", "preview", "--json")).containsKey("subject"));
  }

  @Test
  void previewsEachKindWithSampleData() {
    List<String> kinds = run(0, "mail", "preview", "all").lines().toList();
    assertTrue(kinds.containsAll(List.of("order-paid", "booking-invitation", "report")));
    for (String kind : kinds) {
      assertTrue(run(0, "mail", "preview", kind).startsWith("Subject: "), kind);
    }
    assertTrue(run(0, "mail", "preview", "hire", "--html").startsWith("<!doctype html>"));
    JsonObject preview = new JsonObject(run(0, "mail", "preview", "hire", "--json"));
    assertEquals("Hire request from Maria Lindqvist", preview.getString("subject"));
    assertTrue(run(1, "mail", "preview", "love").contains("use one of: booking-cancellation"));
  }

  @Test
  void listsEachJobOnOneLine() throws Exception {
    Waiting.until(
        () -> line("calendar.repair").matches("calendar.repair +every 5m +.*Z +done +.*Z"));
    assertTrue(
        line("notifications.report").contains("daily at 09:00 America/New_York"),
        () -> line("notifications.report"));
    assertTrue(line("outbox.mail").contains("every 1s on each node"), () -> line("outbox.mail"));
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
  void printsJsonForPrograms() throws Exception {
    Waiting.until(() -> line("calendar.repair").contains(" done "));
    JsonArray jobs = new JsonArray(list("--json"));
    assertNotNull(Samples.one(jobs, "name", "store.sweep"));
    JsonObject repair = Samples.one(jobs, "name", "calendar.repair");
    assertTrue(repair.getInstant("due").isAfter(NODE.clock.instant()), repair::encode);
    jobs.forEach(job -> assertEquals(0, ((JsonObject) job).getInteger("failures"), job::toString));
  }

  @Test
  void runsJobNow() throws Exception {
    Waiting.until(() -> line("calendar.repair").contains(" done "));
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

  @Test
  void showsWritesAndErases() throws IOException {
    JsonObject form = Samples.hire("Eve", "eve@bücher.example", "A site.");
    String ascii = "eve@xn--bcher-kva.example";
    NODE.request("POST", "/api/proxy/hire").json(form.put("email", ascii)).expect(200);
    assertPrints("1 hireForms delete", run(0, "person", "eve@bücher.example"));
    Path file = BACKUPS.resolve("eve.json");
    run(0, "person", ascii, "--to", file.toString());
    assertTrue(Files.readString(file).contains("A site."));

    Path old = Files.createDirectories(BACKUPS.resolve("gatehouse-1"));
    Files.createFile(old.resolve("manifest"));
    String erased = run(0, "person", ascii, "--erase");
    assertPrints("documents deleted", erased);
    assertPrints("in a backup: " + old, erased);
    assertPrints("0 documents, 0 files; erased at 20", run(0, "person", ascii));
    assertPrints("must be an email address", run(1, "person", "eve"));
  }

  private static void assertPrints(String words, String output) {
    assertTrue(output.contains(words), output);
  }
}
