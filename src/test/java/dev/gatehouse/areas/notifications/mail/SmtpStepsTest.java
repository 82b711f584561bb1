package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Email;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** An SMTP server fails at each step of the dialogue. No failure is reported as a success. */
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
      case "QUIT" -> "SENT";
      default -> "UNKNOWN";
    };
  }

  private static int arrivals(String step) {
    return step.equals("DOT") || step.equals("QUIT") ? 1 : 0;
  }

  /** The mail client does not report every reset, so the timeout may end the attempt. */
  @ParameterizedTest
  @FieldSource("STEPS")
  void noticesResetAtEveryStep(String step) throws Exception {
    try (var server = new ScriptedSmtp()) {
      server.announce(step.equals("STARTTLS") ? "STARTTLS" : "AUTH PLAIN");
      server.resetAt(step);
      PostOffice post = post(server, "7s");
      long begin = System.nanoTime();
      assertEquals(expected(step), outcome(post, step));
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      assertTrue(took.toSeconds() < 30, took::toString);
      assertEquals(arrivals(step), server.letters().size());
    }
  }

  /** A server that is silent before it has the email's end may still read what is in transit. */
  @Test
  void endsAttemptAtSilentServers() throws Exception {
    List<ScriptedSmtp> servers = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<String>> sendings = new ArrayList<>();
      for (String step : STEPS) {
        var server = new ScriptedSmtp();
        server.announce(step.equals("STARTTLS") ? "STARTTLS" : "AUTH PLAIN");
        server.silentAt(step);
        servers.add(server);
        sendings.add(() -> outcome(post(server, "7s"), step));
      }
      List<Future<String>> outcomes = threads.invokeAll(sendings);
      for (int i = 0; i < STEPS.size(); i++) {
        String expected = expected(STEPS.get(i));
        assertEquals(expected, outcomes.get(i).get(), STEPS.get(i));
      }
    } finally {
      for (ScriptedSmtp server : servers) {
        server.close();
      }
    }
  }

  private static PostOffice post(ScriptedSmtp server, String timeout) {
    String url = "smtp://robot:secret@127.0.0.1:" + server.port();
    var settings =
        TestSettings.of(
            "SMTP_URL", url, "SMTP_TIMEOUT", timeout, "OWNER_EMAIL", "owner@example.org");
    return PostOffice.open(vertx, settings, Optional.empty());
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
