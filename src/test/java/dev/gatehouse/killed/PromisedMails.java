package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;

/**
 * Hire forms and meetings with their emails. Acknowledged changes are stored once. Each enqueued
 * email arrives, and duplicates have the same id and text.
 */
final class PromisedMails extends PrintedWork {
  private static final Pattern BOUNDARY = Pattern.compile("--gatehouse_[0-9_-]+");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ScriptedSmtp smtp;

  /** Subjects of the owner's mails, and titles of meetings. */
  private final Set<String> promised = new HashSet<>();

  private final Set<String> booked = new HashSet<>();

  /** Titles and starts of all meetings at the latest start. */
  private final Map<String, String> meetings = new HashMap<>();

  PromisedMails(KilledAreas areas) {
    smtp = areas.smtp();
    areas.add("mails", this);
  }

  @Override
  protected void begins() {
    meetings.clear();
  }

  @Override
  protected void ends() {
    meetings.clear();
  }

  @Override
  protected boolean note(String[] words) {
    return switch (words[0]) {
      case "promised" -> promised.add(words[1]);
      case "booked" -> booked.add(words[1]);
      case "meeting" -> {
        assertEquals(null, meetings.put(words[1], words[2]), words[1] + " is there twice");
        yield false;
      }
      default -> {
        // 503: the outcome of the other booker's claim is not known yet.
        assertTrue(Set.of("409", "503").contains(words[1]), String.join(" ", words));
        yield false;
      }
    };
  }

  @Override
  public void check(Random random) throws Exception {
    super.check(random);
    Set<String> lost = new HashSet<>(booked);
    lost.removeAll(meetings.keySet());
    assertEquals(Set.of(), lost);
    assertEquals(meetings.size(), Set.copyOf(meetings.values()).size(), meetings.toString());
  }

  @Override
  public void checkAtEnd(Random random) throws Exception {
    check(random);
    Waiting.until(PATIENCE, () -> missing().isEmpty());
    Map<String, List<String>> arrived = arrived();
    arrived.forEach((subject, letters) -> {
      assertEquals(1, distinct(letters, letter -> field("Message-ID", letter)), subject);
      assertEquals(
          1, distinct(letters, letter -> BOUNDARY.matcher(letter).replaceAll("")), subject);
    });
    long twice = arrived.values().stream().filter(letters -> letters.size() > 1).count();
    System.out.printf("%d letters, %d of them twice under one id%n", arrived.size(), twice);
  }

  private Set<String> missing() {
    Set<String> missing = new HashSet<>(promised.stream().map("Hire request: "::concat).toList());
    missing.addAll(meetings.keySet().stream().map("Invitation: "::concat).toList());
    missing.removeAll(arrived().keySet());
    return missing;
  }

  private static long distinct(List<String> letters, UnaryOperator<String> view) {
    return letters.stream().map(view).distinct().count();
  }

  private Map<String, List<String>> arrived() {
    return smtp.letters().stream()
        .collect(Collectors.groupingBy(letter -> field("Subject", letter)));
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
