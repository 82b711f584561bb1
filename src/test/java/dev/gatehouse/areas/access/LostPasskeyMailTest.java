package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.access.PasskeyRepository.Passkey;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.Documents;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** New passkeys whose node dies or pauses before it has enqueued the email about them. */
@Tag("slow")
class LostPasskeyMailTest {
  private static final String JOB = "/api/proxy/node/jobs/access.resendPasskeyMails/run";
  private static final String ADDRESS = "198.51.100.4";
  private static final ScriptedSmtp SMTP = new ScriptedSmtp();

  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension
  static final TestNode NODE =
      STORE.serves(
          new TestNode()
              .with("PUBLIC_URL", TestAuthenticator.ORIGIN)
              .with("OWNER_EMAIL", "owner@example.org")
              .with("SMTP_URL", "smtp://127.0.0.1:" + SMTP.port()));

  @Test
  void isSentOnceByTheJob() throws Exception {
    Passkey laptop = passkey("Laptop", ADDRESS, Instant.now());
    store(laptop);
    runJob();
    Waiting.until(() -> emails("Laptop") == 1);
    STORE.withDocuments(documents -> mails(documents).added(laptop));
    runJob();
    waitForAnotherEmail("after Laptop");
    assertEquals(1, emails("Laptop"), "a node that continues late enqueues nothing again");
  }

  @Test
  void isSentBeforeThePasskeyIsDeleted() throws Exception {
    Passkey phone = passkey("Phone", ADDRESS, Instant.now());
    store(phone);
    String path = "/api/proxy/passkeys/" + phone.id();
    NODE.request("DELETE", path).token(NODE.token(TestNode.CODE)).expect(200);
    Waiting.until(() -> emails("Phone") == 1);
  }

  /** The owner's template replaces the shipped one. */
  @Test
  void doesNotPreventDeletionIfItsTemplateFails(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("mail.jte"),
        """
        @param dev.gatehouse.pages.Site site
        @param dev.gatehouse.pages.Pages.MailPage page
        ${site.name().substring(1_000)}
        """);
    Pages broken = Pages.of(TestSettings.of("THEME_TEMPLATES", folder.toString()));
    Passkey tablet = passkey("Tablet", ADDRESS, Instant.now());
    assertThrows(RuntimeException.class, () -> PasskeyMails.added(broken, "Tablet", ADDRESS));
    STORE.withDocuments(documents -> mails(documents, broken).beforeDeletion(tablet));
  }

  @Test
  void isNotSentForOldPasskeys() throws Exception {
    store(passkey("Of last week", ADDRESS, Instant.now().minus(Duration.ofDays(8))));
    store(passkey("Of an older release", null, Instant.now()));
    runJob();
    waitForAnotherEmail("after the old");
    assertEquals(0, emails("Of last week"));
    assertEquals(0, emails("Of an older release"));
  }

  private static Passkey passkey(String name, String address, Instant created) {
    var credential = new PasskeyVerifier.Credential(name, "key", 0, false, List.of());
    return new Passkey(
        PasskeyRepository.id(name),
        name,
        credential,
        new PasskeyRepository.Source(TestAuthenticator.ORIGIN, address),
        created,
        null);
  }

  /** Stores a passkey without the following step. */
  private static void store(Passkey passkey) {
    STORE.withDocuments(documents -> new PasskeyRepository(documents).add(passkey));
  }

  private static PasskeyMails mails(Documents documents) {
    return mails(documents, Pages.of(TestSettings.of()));
  }

  private static PasskeyMails mails(Documents documents, Pages pages) {
    var clock = new TestClock();
    return new PasskeyMails(
        new PasskeyRepository(documents), new Outbox(documents, clock.trusted()), pages, clock);
  }

  /** The node itself may be running the job. */
  private static void runJob() throws Exception {
    Waiting.until(() -> NODE.owner("POST", JOB).answer().getString("outcome").equals("done"));
  }

  private static long emails(String name) {
    String subject = "Passkey added: " + name;
    return SMTP.letters().stream()
        .filter(letter -> letter.lines().anyMatch(line -> line.endsWith(subject)))
        .count();
  }

  /** Waits until an email has arrived that was enqueued later than all others. */
  private static void waitForAnotherEmail(String name) throws Exception {
    store(passkey(name, ADDRESS, Instant.now()));
    runJob();
    Waiting.until(() -> emails(name) == 1);
  }
}
