package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp.Mode;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.outbox.OutboxWorker;
import dev.gatehouse.tracing.Tracer;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Enqueued emails with a misbehaving mail server. The job runs manually, at the clock's time. */
class OutboxTest {
  private static final int MAX_ATTEMPTS = 3;
  private static final int BATCH = 20;
  private static final Duration ENOUGH = Duration.ofSeconds(20);

  private final TestClock clock = new TestClock();
  private DocumentServer store;
  private ScriptedSmtp smtp;
  private Node node;

  /** The components of a node. */
  private final class Node {
    private final Vertx vertx = Vertx.vertx();
    private final Outbox outbox;
    private final OutboxWorker job;

    /**
     * @param patience timeout for the mail server
     */
    Node(Duration patience) {
      var documents = TestDocuments.at(vertx, store.url());
      var environment =
          Map.of(
              "GATEHOUSE_SMTP_URL", "smtp://127.0.0.1:" + smtp.port(),
              "GATEHOUSE_SMTP_TIMEOUT", patience.toMillis() + "ms",
              "GATEHOUSE_OWNER_EMAIL", "owner@example.org");
      PostOffice post = PostOffice.open(vertx, TestSettings.of(environment), Optional.empty());
      outbox = new Outbox(documents, clock.trusted());
      documents.createIndexes();
      job =
          OutboxWorker.of(
              outbox,
              post.delivery(MAX_ATTEMPTS, patience),
              documents,
              clock.trusted(),
              Tracer.OFF);
    }

    /** Stops without releasing its lease. */
    void die() {
      vertx.close().await();
    }
  }

  @BeforeEach
  void open() {
    clock.stop();
    store = DocumentServer.start();
    smtp = new ScriptedSmtp();
    node = new Node(ENOUGH);
  }

  @AfterEach
  void close() throws Exception {
    node.die();
    store.close();
    smtp.close();
  }

  /** The outcome of the first attempt, then the number of arrivals after the second. */
  @ParameterizedTest
  @CsvSource({"TRY_LATER,1", "CLOSE_AFTER_DATA,2", "CLOSE_IN_DATA,1"})
  void retriesWithSameMessageIdUntilAccepted(Mode mode, int arrivals) {
    smtp.behave(mode);
    String id = promise();
    node.job.run();
    expect(id, State.WAITING, 1);
    smtp.behave(Mode.ACCEPT);
    clock.advance(Duration.ofSeconds(9));
    node.job.run();
    expect(id, State.WAITING, 1);
    clock.advance(Duration.ofSeconds(6));
    node.job.run();
    expect(id, State.SENT, 2);
    node.job.run();

    List<String> arrived = smtp.letters();
    assertEquals(arrivals, arrived.size());
    assertTrue(arrived.getFirst().contains("Message-ID: <" + id + "@localhost>"));
    assertEquals(1, arrived.stream().distinct().count(), "the very same letter");
  }

  /**
   * 300 emails, of which each first attempt fails: at each step of the dialogue the server resets
   * the connection, or refuses for now. Each email arrives, under one Message-ID.
   */
  @Test
  @Tag("slow")
  void losesNoMailWhateverStepFails() {
    Node hasty = new Node(Duration.ofMillis(800));
    int total = 0;
    for (String step : List.of("GREETING", "EHLO", "MAIL", "RCPT", "DATA", "BODY", "DOT", "QUIT")) {
      smtp.resetAt(step);
      // After these steps the email has arrived, and the outcome is unknown.
      boolean arrived = Set.of("DOT", "QUIT").contains(step);
      total = deliver(hasty, "reset at " + step, total, arrived ? 2 * BATCH : BATCH);
    }
    for (String refusal :
        List.of(
            "GREETING 421 4.3.2 too many connections",
            "GREETING 554 5.7.1 no service",
            "MAIL 451 4.3.0 try later",
            "MAIL 550 5.7.1 sender rejected",
            "RCPT 450 4.2.0 greylisted",
            "RCPT 452 4.2.2 mailbox full",
            "DATA 451 4.3.0 queue file")) {
      String[] words = refusal.split(" ", 2);
      smtp.reply(Map.of(words[0], words[1]));
      total = deliver(hasty, refusal, total, BATCH);
    }
    hasty.die();
    assertEquals(300, total);
  }

  /**
   * Delivers emails whose first attempt fails; returns the number of emails that arrived so far.
   */
  private int deliver(Node hasty, String fault, int before, int most) {
    // Ends the lease of the node that made the last attempts.
    clock.advance(Duration.ofMinutes(2));
    int arrivals = smtp.letters().size();
    List<String> ids = Stream.generate(this::promise).limit(BATCH).toList();
    hasty.job.run();
    smtp.behave(Mode.ACCEPT);
    smtp.reply(Map.of());
    Await.until(
        "delivery after: " + fault,
        () -> {
          clock.advance(Duration.ofMinutes(2));
          node.job.run();
          return ids.stream()
              .allMatch(id -> node.outbox.find(id).orElseThrow().progress().state() == State.SENT);
        });
    int arrived = smtp.letters().size() - arrivals;
    assertTrue(arrived >= BATCH && arrived <= most, fault + ": " + arrived);
    Set<String> messages =
        smtp.letters().stream()
            .map(letter -> letter.replaceFirst("(?s).*?\\nMessage-ID: *(<[^>]+>).*", "$1"))
            .collect(Collectors.toSet());
    assertEquals(before + BATCH, messages.size(), fault);
    return messages.size();
  }

  private String promise() {
    String id = node.outbox.newId();
    assertTrue(node.outbox.enqueue(id, Email.plain("", "subject", "text").request()));
    return id;
  }

  private OutboxEntry expect(String id, State state, int attempts) {
    OutboxEntry entry = node.outbox.find(id).orElseThrow();
    assertEquals(state, entry.progress().state());
    assertEquals(attempts, entry.progress().attempts());
    return entry;
  }
}
