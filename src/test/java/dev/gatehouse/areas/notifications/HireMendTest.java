package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestSettings;
import dev.gatehouse.area.HourlyPlaces;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forms whose store or node died before their email was enqueued. */
class HireMendTest {
  private static final int FORMS = 520;
  private static final int MAILS = 5;

  private final TestClock clock = new TestClock();
  private final Vertx vertx = Vertx.vertx();
  private DocumentServer store;
  private HireForms forms;
  private Outbox outbox;
  private HireMails hires;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    Documents documents = TestDocuments.at(vertx, store.url());
    forms = new HireForms(documents);
    outbox = new Outbox(documents, clock.trusted());
    Settings settings = TestSettings.of();
    hires =
        new HireMails(
            forms,
            outbox,
            new OwnerMails(Pages.of(settings), "", new MailLinks(settings)),
            new HourlyPlaces(documents, "ownerMails", clock),
            MAILS,
            clock);
    documents.createIndexes();
  }

  @AfterEach
  void close() {
    vertx.close().await();
    store.close();
  }

  @Test
  void resendsEachMissingEmailOnce() {
    for (int i = 1; i < MAILS; i++) {
      forms.add(legacy("form " + i));
    }
    forms.add(
        new HireForms.HireForm(
            forms.newId(),
            new HireForms.Client("Ada", "ada@example.org", null),
            new HireForms.Project("site", "hourly", new BigDecimal("80.50"), null),
            new HireForms.Request(null, "What I want"),
            clock.instant(),
            HireForms.Handling.NONE,
            HireSignals.NONE));
    hires.sendMissing();
    hires.sendMissing();
    List<OutboxEntry> letters = outbox.select(Email.KIND, State.WAITING).page(0, FORMS);
    assertEquals(MAILS, letters.size());
    assertEquals(MAILS, letters.stream().map(entry -> entry.matter().title()).distinct().count());
    Email ada =
        letters.stream()
            .map(entry -> entry.body(Email.class))
            .filter(letter -> letter.subject().equals("Hire request from Ada"))
            .findFirst()
            .orElseThrow();
    assertEquals("ada@example.org", ada.replyTo());
    assertTrue(ada.text().contains("Hourly rate: 80.50\n"), ada.text());
    assertTrue(ada.text().contains("\n> What I want\n"), ada.text());
  }

  @Test
  void listsManyMissingFormsInOneEmail() {
    for (int i = 0; i < FORMS; i++) {
      forms.add(legacy("form " + i));
    }
    hires.sendMissing();
    forms.add(legacy("later"));
    clock.advance(Duration.ofHours(2));
    hires.sendMissing();
    hires.sendMissing();
    List<String> titles =
        outbox.select(Email.KIND, State.WAITING).page(0, FORMS).stream()
            .map(entry -> entry.matter().title())
            .toList();
    assertEquals(List.of("Hire request: later", FORMS + " hire requests"), titles);
  }

  @Test
  void ignoresOldForms() {
    forms.add(legacy("old"));
    clock.advance(Duration.ofDays(8));
    hires.sendMissing();
    assertEquals(0, outbox.count(State.WAITING));
  }

  /** The owner may set the state on another device while the reply is sent. */
  @Test
  void keepsTheStateSetDuringAReply() {
    HireForms.HireForm form = legacy("site");
    forms.add(form);
    assertEquals("answered", replied(form, "First").state());
    forms.handle(form.id(), "new");
    HireForms.HireForm read = forms.find(form.id()).orElseThrow();
    forms.handle(form.id(), "won");
    assertEquals("won", replied(read, "Second").state());
    assertEquals("Second", forms.find(form.id()).orElseThrow().handling().reply());
  }

  private HireForms.Handling replied(HireForms.HireForm form, String reply) {
    return forms.answered(form.id(), reply, clock.instant()).orElseThrow().handling();
  }

  private HireForms.HireForm legacy(String subject) {
    return new HireForms.HireForm(
        forms.newId(),
        HireForms.Client.UNKNOWN,
        HireForms.Project.UNKNOWN,
        new HireForms.Request(subject, "body"),
        clock.instant(),
        HireForms.Handling.NONE,
        HireSignals.NONE);
  }
}
