package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A token expires during a sync, which resumes as soon as the file holds a new one. */
@Tag("slow")
class RenewedTokenTest {
  private static final PrintfulSimulator PROVIDER = new PrintfulSimulator();
  private static final Path FILE = TestNode.folder("gatehouse-printshop").resolve("token");

  static {
    Unchecked.run(() -> Files.writeString(FILE, PrintfulSimulator.TOKEN + "\n"));
  }

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("OWNER_EMAIL=owner@example.org PRINTSHOP_DAILY=false")
          .with("PRINTSHOP_CALLS_PER_MINUTE", "10000")
          .with("PRINTSHOP_URL", PROVIDER.url())
          .with("PRINTSHOP_TOKEN_FILE", FILE.toString());

  @BeforeAll
  static void orders() throws IOException {
    Files.writeString(FILE, PrintfulSimulator.TOKEN + "\n");
    PROVIDER.takes(PrintfulSimulator.TOKEN);
    PROVIDER.orders().clear();
    PROVIDER.offsets().clear();
    NODE.clock.set(Instant.parse("2027-03-02T17:00:00Z"));
    long made = NODE.clock.instant().getEpochSecond() - 60;
    LongStream.range(0, 250)
        .mapToObj(i -> order(1_000 - i, made - i, "fulfilled", "20.00", "8.50"))
        .forEach(PROVIDER.orders()::add);
  }

  private static JsonObject progress() {
    return NODE.owner("GET", SyncTest.SYNC).send().json().getJsonObject("data");
  }

  @Test
  void resumesSyncWhenTheTokenFileChanges() throws Exception {
    PROVIDER.before(() -> {
      if (PROVIDER.offsets().size() == 3) {
        PROVIDER.takes("the-second-token");
      }
    });
    NODE.owner("POST", SyncTest.SYNC).expect(502);
    assertEquals("paused", progress().getString("state"));
    String letter = new Mails(NODE).await("Print shop token rejected");
    assertTrue(letter.contains("To: owner@example.org"), letter);

    // The job does not retry with the same token. An invalid token in the file changes nothing.
    for (String unusable : List.of("", "two words")) {
      Files.writeString(FILE, unusable);
      runJob();
      assertEquals("paused", progress().getString("state"));
    }
    assertEquals(List.of(0, 95, 190), PROVIDER.offsets());

    NODE.clock.set(Instant.parse("2027-03-03T14:00:01Z"));
    String report = new Mails(NODE).await("Subject: Daily report for 2027-03-03");
    assertTrue(report.contains("print shop tokens to renew: 1"), report);
    assertTrue(report.contains("books sold (3900.00 USD): 195"), report);
    assertTrue(report.contains("book orders (royalties 2242.50 USD): 195"), report);

    Files.writeString(FILE, "the-second-token");
    NODE.clock.advance(Duration.ofMinutes(1));
    Waiting.until(() -> progress().getString("state").equals("idle"));
    assertEquals(List.of(0, 95, 190, 190), PROVIDER.offsets());
    assertEquals(1, Collections.frequency(subjects(), "Print shop token rejected"));
  }

  private static List<String> subjects() {
    return new Mails(NODE)
        .all().stream()
            .flatMap(String::lines)
            .filter(line -> line.startsWith("Subject: "))
            .map(line -> line.substring("Subject: ".length()))
            .toList();
  }

  /** Advances the clock by ten minutes and waits for the next run of the job that resumes syncs. */
  private static void runJob() throws Exception {
    String before = lastRun();
    NODE.clock.advance(Duration.ofMinutes(10));
    Waiting.until(() -> !lastRun().equals(before));
  }

  private static String lastRun() throws IOException {
    return NODE.manage("jobs.list", new JsonObject())
        .found("jobs", "name", "commerce.resumePrintshop")
        .encode();
  }
}
