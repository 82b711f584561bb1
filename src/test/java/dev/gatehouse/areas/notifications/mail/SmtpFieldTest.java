package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Email;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Dialogues of known mail services: how Gatehouse signs in, and what it does after a rejection. */
@ExtendWith(VertxExtension.class)
class SmtpFieldTest {
  private static Vertx vertx;

  @BeforeAll
  static void prepare(Vertx shared) {
    vertx = shared;
  }

  @ParameterizedTest
  @CsvFileSource(
      resources = "/field/smtp.tsv",
      delimiter = '\t',
      quoteCharacter = '\0',
      nullValues = "-")
  void understandsReply(
      String service,
      String capabilities,
      String reply,
      String methods,
      String outcome,
      String error)
      throws Exception {
    try (var server = new ScriptedSmtp()) {
      server.announce(capabilities.split(";"));
      server.reply(replies(reply));
      String result = "SENT";
      String message = null;
      try {
        send(server, "Site <noreply@example.org>");
      } catch (DeliveryException e) {
        result = e.outcome().name();
        message = e.getMessage();
      }
      assertEquals(error, message, service);
      assertEquals(outcome, result, service);
      List<String> tried =
          server.commands().stream().filter(line -> line.startsWith("AUTH")).toList();
      assertEquals(methods == null ? List.of() : List.of(methods.split(",")), tried, service);
      assertEquals(result.equals("SENT") || reply(reply, "DOT") ? 1 : 0, server.letters().size());
    }
  }

  /** MailKit issue 1780 and odoo issue 47709: servers without SMTPUTF8 reject other bytes. */
  @Test
  void sendsInternationalDomainAsAscii() throws Exception {
    try (var server = new ScriptedSmtp()) {
      server.announce("AUTH PLAIN");
      send(server, "Büro <info@bücher.example>");
      assertEquals(
          List.of(
              "EHLO xn--bcher-kva.example", "AUTH PLAIN",
              "MAIL FROM:<info@xn--bcher-kva.example>", "RCPT TO:<guest@xn--mller-kva.example>"),
          server.commands().subList(0, 4));
    }
  }

  /** Servers reject names with bare commas, quotation marks or other bytes than ASCII. */
  @ParameterizedTest
  @CsvFileSource(resources = "/field/mail-names.tsv", delimiter = '\t', quoteCharacter = '\0')
  void namesSender(String source, String from, String header) throws Exception {
    try (var server = new ScriptedSmtp()) {
      server.announce("AUTH PLAIN");
      send(server, from);
      String letter = server.letters().getFirst();
      assertTrue(letter.contains("\nFrom: " + header.replace("\\n", "\n") + "\n"), letter);
    }
  }

  /** The guide's blocks, with a recorded server in place of the service. */
  @ParameterizedTest
  @CsvSource({
    "Gmail, AUTH LOGIN PLAIN XOAUTH2 PLAIN-CLIENTTOKEN OAUTHBEARER XOAUTH, me@gmail.com",
    "Microsoft 365, AUTH LOGIN XOAUTH2, me@example.org",
    "Fastmail, AUTH PLAIN LOGIN, me@fastmail.com",
    "Postfix on the same machine, ENHANCEDSTATUSCODES, noreply@example.org"
  })
  void sendsAsTheGuideSays(String service, String capabilities, String from) throws Exception {
    String guide = Files.readString(Path.of("src/docs/guides/your-mail-server.md"));
    String section = guide.split("\n## " + service + "\n")[1].split("\n## ")[0];
    try (var server = new ScriptedSmtp()) {
      server.announce(capabilities);
      String login = found("smtps?://([^@/]+@)?[a-z0-9.]+:[0-9]+", section);
      String name = found("GATEHOUSE_MAIL_FROM='([^']+)'", section);
      send("smtp://" + login + "127.0.0.1:" + server.port(), name);
      assertTrue(
          server.commands().contains("MAIL FROM:<" + from + '>'), server.commands()::toString);
      boolean signedIn = server.commands().contains("AUTH LOGIN");
      assertEquals(!login.isEmpty(), signedIn);
    }
  }

  private static String found(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertTrue(found.find(), text);
    return Objects.requireNonNullElse(found.group(1), "");
  }

  private static boolean reply(String replies, String step) {
    return replies != null && replies.startsWith(step);
  }

  private static Map<String, String> replies(String text) {
    if (text == null) {
      return Map.of();
    }
    return Stream.of(text.split("&(?=[A-Z]+=)"))
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1].replace("\\n", "\r\n")));
  }

  private static void send(ScriptedSmtp server, String from) throws DeliveryException {
    send("smtp://robot:secret@127.0.0.1:" + server.port(), from);
  }

  private static void send(String url, String from) throws DeliveryException {
    var environment = Map.of("GATEHOUSE_SMTP_URL", url, "GATEHOUSE_MAIL_FROM", from);
    PostOffice post = PostOffice.open(vertx, TestSettings.of(environment), Optional.empty());
    var letter = Email.plain("guest@müller.example", "hello", "text");
    post.send(letter, post.messageId("1"), Instant.parse("2026-11-21T12:00:00Z"));
  }
}
