package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/** Email by the owner's command line, through a node that runs. */
class MailCommandTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

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
}
