package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.Ran;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.Mails;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Six libraries and programs read a guest's invitation, its move and its cancellation. */
@Tag("slow")
class InvitationReadersTest {

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("OWNER_EMAIL=owner@bücher.example PUBLIC_URL=https://api.example.org")
          .with("CALENDAR_EVENT_TYPES", "intro | 30m | Café, tea and \\ more");

  private static final Guests GUESTS = new Guests(NODE);

  @TempDir Path folder;

  @Test
  void readsEachStep() throws Exception {
    Ran installed = Ran.of("scripts/calendar-readers", "install");
    assumeTrue(installed.exit() == 0, installed.output());
    LocalDate day =
        LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC)
            .plusDays(7)
            .with(TemporalAdjusters.next(DayOfWeek.WEDNESDAY));
    List<Instant> free = GUESTS.free("intro", day);
    Instant first = free.get(2);
    Instant later = free.get(5);
    // Each email has left before the next change, which might replace it.
    String token = GUESTS.book("intro", first, "gu+est@example.com");
    keep("create", "SEQUENCE:0");
    Map<String, String> form = Map.of("start", later.toString(), "zone", "Europe/Paris");
    GUESTS.send("/book/intro?move=" + token, form, NODE.freshAddress());
    keep("move", "SEQUENCE:1");
    String page = NODE.get("/meeting?token=" + token).text();
    assertEquals(200, NODE.request("POST", BookPageTest.cancelLink(page)).send().status());
    String object = keep("cancel", "SEQUENCE:2");
    String uid = object.lines().filter(line -> line.startsWith("UID:")).findFirst().orElseThrow();
    uid = uid.substring("UID:".length());

    Set<String> expected = new TreeSet<>();
    for (String library : List.of("icalendar", "ical.js", "node-ical", "ical4j", "libical")) {
      boolean raw = library.equals("libical");
      String people =
          "|mailto:owner@xn--bcher-kva.example|mailto:gu+est@example.com" + (raw ? "|0" : "");
      String title = "Café, tea and \\ more: Ada";
      Instant end = later.plusSeconds(1800);
      expected.add(
          line(library, "create.ics|REQUEST", uid, 0, first, first.plusSeconds(1800))
              + "|CONFIRMED|"
              + title
              + people);
      expected.add(
          line(library, "move.ics|REQUEST", uid, 1, later, end) + "|CONFIRMED|" + title + people);
      expected.add(
          line(library, "cancel.ics|CANCEL", uid, 2, later, end) + "|CANCELLED|" + title + people);
    }
    expected.add("khal|create.ics|" + local(first) + "|CONFIRMED|Café, tea and \\ more: Ada");
    expected.add("khal|move.ics|" + local(later) + "|CONFIRMED|Café, tea and \\ more: Ada");
    expected.add("khal|cancel.ics|" + local(later) + "|CANCELLED|Café, tea and \\ more: Ada");
    Ran read = Ran.of("scripts/calendar-readers", folder.toString());
    assertEquals(
        String.join("\n", expected),
        String.join("\n", new TreeSet<>(read.output().lines().toList())));
  }

  private static String local(Instant start) {
    var format =
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    return format.format(start) + '|' + format.format(start.plusSeconds(1800));
  }

  private static String line(
      String library, String file, String uid, int sequence, Instant start, Instant end) {
    return String.join("|", library, file, uid, sequence + "", start.toString(), end.toString());
  }

  /** Waits for the guest's email whose calendar object has a line, and writes the object. */
  private String keep(String step, String line) throws Exception {
    Waiting.until(() -> objects().stream().anyMatch(object -> object.contains(line)));
    String found =
        objects().stream().filter(object -> object.contains(line)).findFirst().orElseThrow();
    Files.writeString(folder.resolve(step + ".ics"), found);
    return found;
  }

  private static List<String> objects() {
    return GUESTS.mails.raw().stream()
        .filter(mail -> mail.contains("\nTo: gu+est@example.com"))
        .filter(mail -> mail.contains("Content-Type: text/calendar"))
        .map(Mails::calendar)
        .toList();
  }
}
