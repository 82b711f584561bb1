package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.notifications.mail.Await;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The guest's invitation by email, its link, and the cancellation. */
class InvitationTest {
  private static final Pattern METHOD =
      Pattern.compile(
          "Content-Type: text/calendar;[^\\n]*(?:\\r?\\n[ \\t][^\\n]*)*?method=([A-Z]+)");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("OWNER_EMAIL=owner@example.org PUBLIC_URL=https://api.example.org")
          .with("CALENDAR_MEET_URL=https://meet.example.org/owner");

  @Test
  void invitesTheGuestAndLetsThemCancel() {
    JsonObject data =
        JsonObject.of("title", "METHOD:CANCEL, café; and \\ more", "timeZone", "Europe/Paris")
            .put("description", "Line one\nline two " + "é".repeat(100))
            .put("attendeeEmail", "gu+est@example.com")
            .mergeIn(Samples.times("2036-07-01T10:00:00", "2036-07-01T11:30:00"));
    Client.Reply booked =
        NODE.owner("POST", "/api/proxy/calendar/create-event")
            .json(JsonObject.of("eventData", data))
            .expect(201);
    JsonObject event = booked.json().getJsonObject("event");
    assertEquals("https://meet.example.org/owner", event.getString("meetLink"));
    Await.until("the invitation", () -> mails().size() == 1);
    String sent = mails().getFirst().replace("\r\n", "\n");
    assertTrue(sent.contains("\nReply-To: owner@example.org\n"), sent);
    assertTrue(sent.contains("\nAuto-Submitted: auto-generated\n"), sent);
    assertEquals(
        List.of(
            "multipart/mixed", "multipart/alternative",
            "text/plain", "text/html",
            "text/calendar", "application/ics"),
        types(sent));
    List<String> invitation = calendar(mails().getFirst());
    assertEquals("REQUEST", method(mails().getFirst()));
    String uid = "UID:" + event.getString("id");
    assertTrue(
        invitation.containsAll(
            List.of(
                "METHOD:REQUEST",
                uid,
                "SEQUENCE:0",
                "DTSTART:20360701T080000Z",
                "DTEND:20360701T093000Z",
                "SUMMARY:METHOD:CANCEL\\, café\\; and \\\\ more",
                "DESCRIPTION:Line one\\nline two " + "é".repeat(100),
                "LOCATION:https://meet.example.org/owner",
                "ORGANIZER:mailto:owner@example.org",
                "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE"
                    + ":mailto:gu+est@example.com",
                "STATUS:CONFIRMED")),
        invitation.toString());

    String link = event.getString("htmlLink");
    assertTrue(link.startsWith("https://api.example.org/api/proxy/calendar/cancel?token="), link);
    String path = link.substring("https://api.example.org".length());
    for (int look = 0; look < 2; look++) {
      Client.Reply page = NODE.get(path).expect(200);
      assertTrue(page.text().contains("<form method=\"post\">"), "looking changes nothing");
    }
    for (int click = 0; click < 2; click++) {
      Client.Reply done =
          NODE.request("POST", path)
              .body("application/x-www-form-urlencoded", new byte[0])
              .expect(200);
      assertTrue(done.text().contains("Meeting cancelled"));
    }
    Await.until("the cancellation", () -> mails().size() == 2);
    List<String> cancellation =
        mails().stream()
            .filter(mail -> method(mail).equals("CANCEL"))
            .map(InvitationTest::calendar)
            .findFirst()
            .orElseThrow();
    assertTrue(cancellation.contains("METHOD:CANCEL"), cancellation.toString());
    assertTrue(
        cancellation.containsAll(List.of(uid, "SEQUENCE:1", "STATUS:CANCELLED")),
        cancellation.toString());
    NODE.get("/api/proxy/calendar/cancel?token=guess").expect(404);
    NODE.get("/api/proxy/calendar/cancel").expect(400);
    NODE.request("POST", "/api/proxy/calendar/cancel?token=%7B%7D").expect(404);
  }

  /**
   * Returns the method in the header of an email's calendar part. An event's title must not
   * influence it.
   */
  private static String method(String mail) {
    Matcher type = METHOD.matcher(mail);
    assertTrue(type.find(), mail);
    return type.group(1);
  }

  /**
   * Returns the unfolded lines of an email's calendar object. Asserts that each folded line has at
   * most 75 bytes.
   */
  private static List<String> calendar(String mail) {
    String text = Mails.calendar(mail);
    for (String line : text.split("\r\n")) {
      assertTrue(line.getBytes(StandardCharsets.UTF_8).length <= 75, line);
    }
    return Arrays.asList(text.replace("\r\n ", "").split("\r\n"));
  }

  /** Returns the emails to the guest. The owner gets reports as well. */
  private static List<String> mails() {
    return new Mails(NODE)
        .raw().stream().filter(mail -> mail.contains("To: gu+est@example.com")).toList();
  }

  /** Returns the types of an email's parts, in order. The logo is a part only if one is set. */
  private static List<String> types(String mail) {
    return Pattern.compile("(?m)^Content-Type: ([a-z/]+)")
        .matcher(mail)
        .results()
        .map(type -> type.group(1))
        .toList();
  }
}
