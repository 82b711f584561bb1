package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.areas.notifications.mail.ScriptedSmtp.Mode;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.settings.SettingsReader;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An SMTP server fails at each step of the dialogue. Only after the final dot may it have the email
 * without having said so.
 */
@Tag("slow")
@ExtendWith(VertxExtension.class)
class SmtpStepsTest {
  private static final List<String> STEPS =
      List.of(
          "GREETING", "EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "BODY", "DOT", "QUIT");

  /** More than the buffers of a connection hold. */
  private static final String LONG =
      "A line of a long email, which fills the buffers.\n".repeat(160_000);

  private static Vertx vertx;

  @BeforeAll
  static void prepare(Vertx shared) {
    vertx = shared;
  }

  private static String expected(String step) {
    return switch (step) {
      case "DOT" -> "UNKNOWN";
      case "QUIT" -> "SENT";
      default -> "FAILED";
    };
  }

  /** The timeout is long, so that only the reset ends the attempt. */
  @ParameterizedTest
  @CsvSource({
    "GREETING",
    "EHLO",
    "STARTTLS",
    "AUTH",
    "MAIL",
    "RCPT",
    "DATA",
    "BODY",
    "DOT",
    "QUIT"
  })
  void noticesResetAtEveryStep(String step) throws Exception {
    try (var server = new ScriptedSmtp()) {
      server.announce(step.equals("STARTTLS") ? "STARTTLS" : "AUTH PLAIN");
      server.resetAt(step);
      PostOffice post = post(server, "60s");
      long begin = System.nanoTime();
      assertEquals(expected(step), outcome(post, step));
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      assertTrue(took.toSeconds() < 10, took::toString);
      assertEquals(expected(step).equals("FAILED") ? 0 : 1, server.letters().size());
    }
  }

  /** Each server continues after the client gave up. Then it must not get an unsent email. */
  @Test
  void withdrawsMailFromSilentServers() throws Exception {
    List<ScriptedSmtp> servers = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<String>> sendings = new ArrayList<>();
      for (String step : STEPS) {
        var server = new ScriptedSmtp();
        server.announce(step.equals("STARTTLS") ? "STARTTLS" : "AUTH PLAIN");
        server.silentAt(step);
        servers.add(server);
        sendings.add(() -> outcome(post(server, "4s"), step));
      }
      List<Future<String>> outcomes = threads.invokeAll(sendings);
      for (int i = 0; i < STEPS.size(); i++) {
        String expected = expected(STEPS.get(i));
        assertEquals(expected, outcomes.get(i).get(), STEPS.get(i));
        servers.get(i).behave(Mode.ACCEPT);
        servers.get(i).awaitClients();
        assertEquals(
            expected.equals("FAILED") ? 0 : 1, servers.get(i).letters().size(), STEPS.get(i));
      }
    } finally {
      for (ScriptedSmtp server : servers) {
        server.close();
      }
    }
  }

  /** After the first email, a shorter wait for the greeting replaces the wait for the timeout. */
  @Test
  void doesNotWaitTwiceForSilentServer() throws Exception {
    try (var server = new ScriptedSmtp()) {
      server.announce("AUTH PLAIN");
      server.silentAt("GREETING");
      PostOffice post = post(server, "2s");
      assertEquals("FAILED", outcome(post, ""));
      long begin = System.nanoTime();
      assertEquals("FAILED", outcome(post, ""));
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      assertTrue(took.toMillis() < 1_900, took::toString);
      server.behave(Mode.ACCEPT);
      assertEquals("SENT", outcome(post, ""));
    }
  }

  private static PostOffice post(ScriptedSmtp server, String timeout) {
    var environment =
        Map.of(
            "GATEHOUSE_SMTP_URL",
            "smtp://robot:secret@127.0.0.1:" + server.port(),
            "GATEHOUSE_SMTP_TIMEOUT",
            timeout,
            "GATEHOUSE_OWNER_EMAIL",
            "owner@example.org");
    return PostOffice.open(
        vertx, new SettingsReader(environment).read(Path.of("none.yaml")), Optional.empty());
  }

  private static String outcome(PostOffice post, String step) {
    String text = step.equals("BODY") ? LONG : "text";
    var letter = Email.plain("guest@example.net", "hello", text);
    try {
      post.send(letter, "<1@example.org>", Instant.parse("2026-11-21T12:00:00Z"));
      return "SENT";
    } catch (DeliveryException e) {
      return e.outcome().name();
    }
  }
}
