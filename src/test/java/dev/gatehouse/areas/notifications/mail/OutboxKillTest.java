package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.ChildJvm;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 while forms, bookings and emails are processed. Acknowledged changes are stored once.
 * Each enqueued email arrives, and duplicates have the same id.
 */
@Tag("slow")
class OutboxKillTest {
  private static final int KILLS = 12;
  private static final Pattern SLOT = Pattern.compile("slot ([0-9]+) of .*");
  private static final Pattern BOUNDARY = Pattern.compile("--gatehouse_[0-9_-]+");

  @TempDir Path store;
  private final Random random = new Random();

  /** Subjects of the owner's mails, and titles of meetings. */
  private final Set<String> promised = new HashSet<>();

  private final Set<String> booked = new HashSet<>();

  /** Titles and starts of all meetings at the latest start. */
  private final Map<String, String> meetings = new HashMap<>();

  @Test
  @Timeout(400)
  void keepsAcknowledgedWritesOnceAfterKills() throws Exception {
    try (var smtp = new ScriptedSmtp()) {
      for (int kill = 0; kill < KILLS; kill++) {
        // The last requested slots are requested again.
        int wanted = booked.stream().mapToInt(OutboxKillTest::slot).max().orElse(1) - 1;
        runAndKill(
            5 + random.nextInt(25),
            child(smtp.port(), "run" + kill, Integer.toString(Math.max(0, wanted))));
      }
      Process last = child(smtp.port());
      try (BufferedReader out = last.inputReader()) {
        listed(out);
        Await.until("all that was promised arrives", () -> missing(smtp).isEmpty());
      } finally {
        last.destroyForcibly().waitFor();
      }
      checkMeetings();
      checkLetters(smtp);
    }
  }

  /** Kills it some time after the given number of acknowledgements. */
  private void runAndKill(int after, Process node) throws Exception {
    try (BufferedReader out = node.inputReader()) {
      listed(out);
      int acknowledged = 0;
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        acknowledged += note(line) ? 1 : 0;
        if (acknowledged == after) {
          LockSupport.parkNanos(random.nextInt(50_000_000));
          node.toHandle().destroyForcibly();
        }
      }
    } finally {
      node.destroyForcibly().waitFor();
    }
  }

  /** Returns whether a line is complete and acknowledges a change. */
  private boolean note(String line) {
    String[] words = line.split(" ", 2);
    if (!line.endsWith(".")) {
      return false;
    }
    return switch (words[0]) {
      case "promised" -> promised.add(words[1]);
      case "booked" -> booked.add(words[1]);
      default -> {
        assertEquals("409", words[0], line);
        yield false;
      }
    };
  }

  private void listed(BufferedReader out) throws Exception {
    meetings.clear();
    for (String line = out.readLine(); !line.equals("listed"); line = out.readLine()) {
      String[] words = line.split(" ", 3);
      assertEquals(null, meetings.put(words[2], words[1]), line + " is there twice");
    }
    booked.forEach(title -> assertTrue(meetings.containsKey(title), title + " is lost"));
  }

  /** Asserts that no slot is booked twice, and that no slot between two booked ones is free. */
  private void checkMeetings() {
    assertEquals(meetings.size(), Set.copyOf(meetings.values()).size(), meetings.toString());
    Set<Integer> slots =
        meetings.keySet().stream().map(OutboxKillTest::slot).collect(Collectors.toSet());
    assertEquals(meetings.size(), slots.size());
    int highest = slots.stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertEquals(highest + 1, slots.size(), "a slot was lost");
  }

  private Set<String> missing(ScriptedSmtp smtp) {
    Set<String> missing = new HashSet<>(promised.stream().map("Hire request: "::concat).toList());
    missing.addAll(meetings.keySet().stream().map("Invitation: "::concat).toList());
    missing.removeAll(arrived(smtp).keySet());
    return missing;
  }

  private void checkLetters(ScriptedSmtp smtp) {
    Map<String, List<String>> arrived = arrived(smtp);
    long twice = arrived.values().stream().filter(letters -> letters.size() > 1).count();
    arrived.forEach((subject, letters) -> {
      assertEquals(1, distinct(letters, letter -> field("Message-ID", letter)), subject);
      assertEquals(
          1, distinct(letters, letter -> BOUNDARY.matcher(letter).replaceAll("")), subject);
    });
    assertTrue(twice <= KILLS, twice + " letters came twice, in " + KILLS + " kills");
    System.out.printf(
        "%d kills, %d forms and %d meetings acknowledged, %d meetings made; %d letters, %d of them"
            + " twice under one id%n",
        KILLS, promised.size(), booked.size(), meetings.size(), arrived.size(), twice);
  }

  private static long distinct(List<String> letters, UnaryOperator<String> view) {
    return letters.stream().map(view).distinct().count();
  }

  private static Map<String, List<String>> arrived(ScriptedSmtp smtp) {
    return smtp.letters().stream()
        .collect(Collectors.groupingBy(letter -> field("Subject", letter)));
  }

  private Process child(int port, String... run) throws Exception {
    String[] settings = {store.toString(), Integer.toString(port)};
    return ChildJvm.start(
        OutboxUntilKilled.class,
        Stream.of(settings, run).flatMap(Arrays::stream).toArray(String[]::new));
  }

  private static int slot(String title) {
    Matcher matcher = SLOT.matcher(title);
    assertTrue(matcher.matches(), title);
    return Integer.parseInt(matcher.group(1));
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
