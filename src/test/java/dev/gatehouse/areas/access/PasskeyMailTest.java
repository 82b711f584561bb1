package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp.Mode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The email that tells the owner about a new passkey. */
@Tag("slow")
class PasskeyMailTest {
  private static final String PASSKEYS = "/api/proxy/passkeys";
  private static final ScriptedSmtp SMTP = new ScriptedSmtp();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("PUBLIC_URL", TestAuthenticator.ORIGIN)
          .with("OWNER_EMAIL", "owner@example.org")
          .with("SMTP_URL", "smtp://127.0.0.1:" + SMTP.port());

  private static String token;

  @BeforeAll
  static void signIn() {
    token = NODE.token(TestNode.CODE);
  }

  @BeforeEach
  void accept() {
    SMTP.behave(Mode.ACCEPT);
  }

  @Test
  void namesTheDeviceAndTheAddressOnce() throws Exception {
    add(new TestAuthenticator(), "Ada's laptop", "198.51.100.4").expect(201);
    Waiting.until(() -> emails("Passkey added: Ada's laptop").count() == 1);
    String email = emails("Passkey added: Ada's laptop").findFirst().orElseThrow();
    assertTrue(email.contains("To: owner@example.org"), email);
    assertTrue(email.contains("198.51.100.4"), email);
    waitForAnotherEmail();
    assertEquals(1, emails("Ada's laptop").count());
  }

  @Test
  void isNotSentForRefusedPasskeys() throws Exception {
    var authenticator = new TestAuthenticator();
    add(authenticator, "First", "198.51.100.5").expect(201);
    add(authenticator, "The same", "198.51.100.5").expect(409);
    var other = new TestAuthenticator();
    other.origin = "https://gate.example.com";
    add(other, "Another site", "198.51.100.5").expect(400);
    waitForAnotherEmail();
    assertEquals(0, emails("Passkey added: The same").count());
    assertEquals(0, emails("Passkey added: Another site").count());
  }

  @Test
  void isRetriedWhileTheMailServerIsAway() throws Exception {
    SMTP.behave(Mode.RESET);
    add(new TestAuthenticator(), "Phone", "198.51.100.6").expect(201);
    Waiting.until(() -> outbox("waiting").anyMatch(mail -> mail.getValue("error") != null));
    assertEquals(0, emails("Passkey added: Phone").count());
    SMTP.behave(Mode.ACCEPT);
    NODE.clock.advance(Duration.ofSeconds(11));
    Waiting.until(() -> emails("Passkey added: Phone").count() == 1);
    Waiting.until(() -> outbox("sent").count() == 1);
  }

  private static Stream<String> emails(String text) {
    return SMTP.letters().stream().filter(letter -> letter.contains(text));
  }

  /** Waits until an email has arrived that was enqueued later than all others. */
  private static void waitForAnotherEmail() throws Exception {
    String name = "Marker " + SMTP.letters().size();
    add(new TestAuthenticator(), name, "198.51.100.7").expect(201);
    Waiting.until(() -> emails("Passkey added: " + name).count() == 1);
  }

  private static Client.Reply add(TestAuthenticator authenticator, String name, String address) {
    JsonObject options = request("POST", PASSKEYS + "/options").answer();
    return request("POST", PASSKEYS).from(address).json(authenticator.create(options, name)).send();
  }

  private static Client.Request request(String method, String path) {
    return NODE.request(method, path).token(token);
  }

  /** Returns the emails about the passkey named Phone in a state. */
  private static Stream<JsonObject> outbox(String state) {
    List<JsonObject> mails =
        request("GET", "/api/proxy/email/outbox?state=" + state).send().list("mails");
    return mails.stream().filter(mail -> mail.getString("subject").endsWith(": Phone"));
  }
}
