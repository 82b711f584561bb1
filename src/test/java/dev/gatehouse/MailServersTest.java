package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.areas.notifications.mail.PostOffice;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Email;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Emails through Postfix, Exim and OpenSMTPD of Debian, which scripts/mail-servers runs. */
@Tag("slow")
@ExtendWith(VertxExtension.class)
class MailServersTest {
  private static final int TOO_LONG = 1_100_000;

  /** A dot at the start of a line, a long line and characters outside ASCII. */
  private static final String TEXT =
      "Grüße 🎸\n.\n..two dots\nFrom here\n" + "long ".repeat(400) + "\ntrailing space \n";

  @TempDir static Path folder;
  private static final Map<String, BoundProgram> PROGRAMS = new HashMap<>();
  private static final Map<String, Integer> PORTS = new HashMap<>();
  private static Vertx vertx;

  @BeforeAll
  static void start(Vertx shared) throws Exception {
    vertx = shared;
    Ran installed = Ran.of("scripts/mail-servers", "install");
    assumeTrue(installed.exit() == 0, installed.output());
    // The servers store emails as other users.
    assertTrue(folder.toFile().setExecutable(true, false));
    for (String name : List.of("postfix", "exim", "opensmtpd")) {
      int port = FreePort.next();
      PORTS.put(name, port);
      List<String> command =
          List.of("scripts/mail-servers", "run", name, port + "", folder.resolve(name).toString());
      PROGRAMS.put(name, BoundProgram.start(command));
    }
    for (int port : PORTS.values()) {
      Waiting.until(() -> !FreePort.isFree(port));
    }
  }

  @AfterAll
  static void end() {
    PROGRAMS.values().forEach(BoundProgram::kill);
  }

  @ParameterizedTest
  @ValueSource(strings = {"postfix", "exim", "opensmtpd"})
  void deliversText(String server) throws Exception {
    String mail = delivered(server, "", "Büro, \"Acme\" <info@bücher.example>");
    assertTrue(mail.contains("\nSubject: =?UTF-8?"), mail);
    assertTrue(mail.contains("<info@xn--bcher-kva.example>"), mail);
    assertTrue(mail.contains("\nTo: guest@xn--mller-kva.example\n"), mail);
    assertTrue(mail.contains("\nMessage-ID: <" + server), mail);
  }

  /** Postfix and Exim offer TLS with a certificate for another name. */
  @ParameterizedTest
  @CsvSource({"postfix", "exim"})
  void signsIn(String server) throws Exception {
    String mail = delivered(server, "robot:s3cret@", "Site <noreply@example.org>");
    String received = mail.substring(0, mail.indexOf("\nSubject:"));
    assertTrue(received.contains("ESMTPSA") || received.contains("esmtpsa"), received);
  }

  @ParameterizedTest
  @CsvSource({
    "postfix, '', nobody@example.net, REFUSED, the SMTP server rejected the recipient: 550 5.1.1",
    "exim, '', nobody@example.net, REFUSED, the SMTP server rejected the recipient: 550",
    "opensmtpd, '', nobody@example.net, REFUSED, the SMTP server rejected the recipient: 550",
    "postfix, '', later@example.net, FAILED, the SMTP server rejected the recipient: 450 4.2.0",
    "exim, '', later@example.net, FAILED, the SMTP server rejected the recipient: 451",
    "postfix, '', members@example.net, FAILED, the SMTP server rejected the recipient: 554 5.7.1",
    "exim, '', members@example.net, FAILED, the SMTP server rejected the recipient: 550",
    "postfix, robot:s3cret@, members@example.net, SENT, ''",
    "exim, robot:s3cret@, members@example.net, SENT, ''",
    "postfix, robot:wrong@, a@example.net, FAILED, the SMTP server rejected the login: 535 5.7.8",
    "exim, robot:wrong@, a@example.net, FAILED, the SMTP server rejected the login: 535",
    "opensmtpd, robot:s3cret@, a@example.net, FAILED,"
        + " the SMTP server offers no sign-in with a password over this connection"
  })
  void reportsRejection(String server, String login, String to, String outcome, String message) {
    DeliveryException problem = null;
    try {
      send(server, login, "noreply@example.org", Email.plain(to, "hello", "text"));
    } catch (DeliveryException e) {
      problem = e;
    }
    assertEquals(outcome, problem == null ? "SENT" : problem.outcome().name());
    assertEquals(message, problem == null ? "" : problem.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"postfix", "exim", "opensmtpd"})
  void reportsSizeLimit(String server) {
    Email large = Email.plain("guest@example.net", "hello", "x".repeat(TOO_LONG));
    var problem =
        assertThrows(DeliveryException.class, () -> send(server, "", "noreply@example.org", large));
    assertEquals("the email is larger than the SMTP server allows", problem.getMessage());
    assertEquals(DeliveryException.Outcome.REFUSED, problem.outcome());
  }

  @Test
  void reportsStoppedServer() throws Exception {
    PORTS.put("none", FreePort.next());
    Email letter = Email.plain("guest@example.net", "hello", "text");
    var problem =
        assertThrows(
            DeliveryException.class, () -> send("none", "", "noreply@example.org", letter));
    assertEquals("the SMTP server cannot be reached", problem.getMessage());
  }

  /** Sends an email, and returns it as the server stored it. */
  private static String delivered(String server, String login, String from) throws Exception {
    String subject = "Grüße " + server + login.length();
    send(server, login, from, Email.plain("guest@müller.example", subject, TEXT));
    Waiting.until(() -> stored(server, login).isPresent());
    String mail = stored(server, login).orElseThrow();
    assertEquals(TEXT.stripTrailing(), body(mail));
    return mail;
  }

  private static String body(String mail) {
    String encoded = mail.substring(mail.indexOf("\n\n") + 2);
    String text =
        mail.contains("quoted-printable")
            ? quotedPrintable(encoded)
            : new String(Base64.getMimeDecoder().decode(encoded), StandardCharsets.UTF_8);
    return text.replace("\r\n", "\n").stripTrailing();
  }

  private static String quotedPrintable(String text) {
    var bytes = new ByteArrayOutputStream();
    String joined = text.replaceAll("=\r?\n", "");
    for (int i = 0; i < joined.length(); i++) {
      if (joined.charAt(i) == '=') {
        bytes.write(HexFormat.fromHexDigits(joined, i + 1, i + 3));
        i += 2;
      } else {
        bytes.write(joined.charAt(i));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static Optional<String> stored(String server, String login) throws IOException {
    Path mails = folder.resolve(server).resolve("mail/new");
    if (Files.notExists(mails)) {
      return Optional.empty();
    }
    for (Path file : FileTree.of(mails)) {
      String mail = Files.readString(file, StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
      if (mail.contains("Message-ID: <" + id(server, login, "guest@"))) {
        return Optional.of(mail);
      }
    }
    return Optional.empty();
  }

  private static String id(String server, String login, String to) {
    return server + '-' + login.length() + to.substring(0, to.indexOf('@') + 1);
  }

  private static void send(String server, String login, String from, Email letter)
      throws DeliveryException {
    var environment =
        Map.of(
            "GATEHOUSE_SMTP_URL",
            "smtp://" + login + "127.0.0.1:" + PORTS.get(server),
            "GATEHOUSE_MAIL_FROM",
            from);
    PostOffice post = PostOffice.open(vertx, TestSettings.of(environment), Optional.empty());
    String id = '<' + id(server, login, letter.to()) + "example.org>";
    post.send(letter, id, Instant.parse("2026-11-21T12:00:00Z"));
  }
}
