package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.HastyAreas;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.NotificationsModule;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import dev.gatehouse.bus.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the process that delivers emails at each step of the SMTP dialogue, in turn. {@code
 * -Dkills=N} sets the number of kills. Each email arrives. It arrives again, under the same
 * Message-ID, only if the process was killed between its last byte and the record of its delivery.
 */
@Tag("slow")
class KilledDeliveriesTest {
  private static final List<String> STEPS =
      List.of(
          "GREETING", "EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "BODY", "DOT", "QUIT");

  /** At these steps the server has all bytes of the email. */
  private static final Set<String> ARRIVED = Set.of("BODY", "DOT", "QUIT");

  private static final int FORMS = 2;
  private static final int LONGEST_MILLIS = 30;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Instant since = Instant.now();
  private final Set<String> promised = new HashSet<>();
  private final Random random = new Random();
  @TempDir Path store;

  /** Accepts forms, each of which enqueues an email, and delivers emails until it is killed. */
  static final class Deliveries {
    private Deliveries() {}

    public static void main(String[] arguments) throws IOException {
      var areas =
          new HastyAreas(
              Path.of(arguments[0]),
              Instant.parse(arguments[1]),
              System.getenv(),
              services -> List.of(NotificationsModule.of(services, List.of(), Map::of)));
      for (int number = 0; number < Integer.parseInt(arguments[2]); number++) {
        String subject = ProcessHandle.current().pid() + "-" + number;
        Map<String, Object> form = Map.of("subject", subject, "body", "text", "website", "");
        if (areas.call("notifications.hireLegacy", Map.of(), form) instanceof Answer) {
          System.out.println(subject);
        }
      }
      System.out.println("ready");
      areas.lookAfterThem();
      LockSupport.park();
    }
  }

  @Test
  void deliversEachEmailOfKilledProcesses() throws Exception {
    int kills = Integer.getInteger("kills", STEPS.size());
    Map<String, Integer> arrivals = new LinkedHashMap<>();
    try (var smtp = new ScriptedSmtp()) {
      for (int kill = 0; kill < kills; kill++) {
        String step = STEPS.get(kill % STEPS.size());
        smtp.announce(step.equals("STARTTLS") ? "STARTTLS" : "AUTH PLAIN");
        smtp.silentAt(step);
        int before = smtp.letters().size();
        Process process = start(smtp, FORMS);
        try {
          Waiting.until(PATIENCE, () -> smtp.ignored() != 0);
          // This is not a wait for an event. The moment of the kill is random.
          Thread.sleep(random.nextInt(LONGEST_MILLIS));
        } finally {
          process.destroyForcibly().waitFor();
        }
        smtp.behave(ScriptedSmtp.Mode.ACCEPT);
        smtp.awaitClients();
        int arrived = smtp.letters().size() - before;
        assertTrue(arrived == 0 || ARRIVED.contains(step), step + ": " + arrived);
        arrivals.merge(step, arrived, Integer::sum);
      }
      smtp.announce("AUTH PLAIN");
      Process last = start(smtp, 0);
      try {
        Waiting.until(PATIENCE, () -> subjects(smtp).keySet().containsAll(promised));
      } finally {
        last.destroyForcibly().waitFor();
      }
      Map<String, List<String>> arrived = subjects(smtp);
      assertEquals(promised, arrived.keySet());
      arrived.forEach((subject, letters) ->
          assertEquals(1, letters.stream().map(KilledDeliveriesTest::id).distinct().count()));
      int again = smtp.letters().size() - arrived.size();
      int unconfirmed = arrivals.values().stream().mapToInt(Integer::intValue).sum();
      assertTrue(again <= unconfirmed, again + " of " + unconfirmed);
      System.out.printf(
          "%d kills, %d emails, 0 lost, %d arrived again under one id; arrivals at kills: %s%n",
          kills, arrived.size(), again, arrivals);
    }
  }

  private Process start(ScriptedSmtp smtp, int forms) throws IOException {
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_SMTP_URL", "smtp://robot:secret@127.0.0.1:" + smtp.port(),
            "GATEHOUSE_SMTP_TIMEOUT", "20s",
            "GATEHOUSE_HIRE_MAILS_PER_HOUR", "1000",
            "GATEHOUSE_MAIL_MAX_ATTEMPTS", "1000",
            "GATEHOUSE_OWNER_EMAIL", "owner@example.org");
    Process process =
        ChildJvm.start(
            environment,
            List.of(),
            Deliveries.class,
            store.toString(),
            since.toString(),
            forms + "");
    BufferedReader output = process.inputReader();
    String line = output.readLine();
    while (!line.equals("ready")) {
      promised.add("Hire request: " + line);
      line = output.readLine();
    }
    return process;
  }

  private static Map<String, List<String>> subjects(ScriptedSmtp smtp) {
    return smtp.letters().stream()
        .collect(Collectors.groupingBy(letter -> field("Subject", letter)));
  }

  private static String id(String letter) {
    return field("Message-ID", letter);
  }

  private static String field(String name, String letter) {
    return letter
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 2);
  }
}
