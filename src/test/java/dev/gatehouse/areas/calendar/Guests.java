package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Guests who use the booking page of a node. */
public final class Guests {
  private static final Pattern SLOT = Pattern.compile("start=([0-9T%A-Z-]+Z)\"");
  private static final Pattern KEY = Pattern.compile("name=\"key\" value=\"([^\"]+)\"");
  private static final Pattern LINK = Pattern.compile("/meeting\\?token=([A-Za-z0-9._-]+)");

  private final TestNode node;
  public final Mails mails;

  public Guests(TestNode node) {
    this.node = node;
    this.mails = new Mails(node);
  }

  /** Returns the starts of the free slots of a day in UTC. */
  public List<Instant> free(String type, LocalDate day) {
    Client.Reply page = node.client().get("/book/" + type + "?zone=UTC&day=" + day).expect(200);
    return SLOT.matcher(page.text())
        .results()
        .map(match -> Instant.parse(match.group(1).replace("%3A", ":")))
        .filter(start -> start.atZone(ZoneOffset.UTC).toLocalDate().equals(day))
        .toList();
  }

  /** Returns the filled form of a slot. */
  public Map<String, String> form(String type, Instant start, String email) {
    Client.Reply page = node.client().get("/book/" + type + "?zone=Europe/Paris&start=" + start);
    Matcher key = KEY.matcher(page.text());
    assertTrue(key.find(), page.text());
    Map<String, String> form = new TreeMap<>();
    form.put("start", start.toString());
    form.put("zone", "Europe/Paris");
    form.put("key", key.group(1));
    form.put("name", "Ada");
    form.put("email", email);
    return form;
  }

  public Client.Reply send(String path, Map<String, String> form, String address) {
    Client.Reply reply = node.client().request("POST", path).from(address).fields(form).send();
    // A booking waits at most two seconds for another one of its time.
    return reply.status() == 503 ? send(path, form, address) : reply;
  }

  /** Books a slot, and returns the token of the meeting's page. */
  public String book(String type, Instant start, String email) {
    return token(send("/book/" + type, form(type, start, email), node.freshAddress()));
  }

  /** Returns the token in a redirect to the page of a meeting. */
  public static String token(Client.Reply reply) {
    reply.expect(303);
    Matcher link = LINK.matcher(reply.header("Location"));
    assertTrue(link.find(), reply.header("Location"));
    return link.group(1);
  }

  /** Returns the booked events of a day, in the owner's time zone. */
  public JsonArray events(LocalDate day) {
    return node.client()
        .owner("GET", "/api/proxy/calendar/events?startDate=" + day + "&endDate=" + day)
        .answer()
        .getJsonArray("events");
  }

  public List<String> starts(LocalDate day) {
    return events(day).stream().map(each -> ((JsonObject) each).getString("start")).toList();
  }
}
