package dev.gatehouse.odd;

import static dev.gatehouse.odd.OddTradingPaths.join;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gatehouse.Client;
import dev.gatehouse.odd.OddField.Kind;
import dev.gatehouse.odd.OddRequests.Alone;

/** The ways into links, notifications, hire forms and the calendar. */
final class OddSitePaths {
  private static final String HIRE = "/api/proxy/hire";
  private static final AtomicInteger KEYS = new AtomicInteger();

  private OddSitePaths() {}

  static List<OddPath> all() {
    return List.of(
        hyperlinks(),
        new OddPath(
            "short URLs",
            1,
            "{\"key\":\"@key@\",\"url\":\"https://a.example/\"}",
            join(OddField.all(Kind.TEXT, "/description"), OddField.all(Kind.TIME, "/expiresAt")),
            new ShortUrls("odd" + KEYS.incrementAndGet())),
        new OddPath(
            "notifications",
            1,
            "{\"title\":\"t\",\"body\":\"b\"}",
            OddField.all(Kind.TEXT, "/title", "/body"),
            new Notifications()),
        hires(),
        new OddPath(
            "old hire forms",
            1,
            "{\"subject\":\"s\",\"body\":\"b\"}",
            List.of(
                new OddField("/subject", "/subject", Kind.TEXT),
                new OddField("/body", "/description", Kind.TEXT)),
            new OldHires()),
        new OddPath(
            "meetings",
            1,
            "{\"title\":\"t\",\"startTime\":\"@start@:00\",\"endTime\":\"@start@:59\",\"timeZone\":\"UTC\"}",
            OddField.all(Kind.TEXT, "/title", "/description"),
            new Meetings()));
  }

  private static OddPath hyperlinks() {
    String address = "/api/proxy/hyperlinks";
    String link = "{\"url\":\"https://a.example/\",\"title\":\"t\",\"tags\":[\"a\",\"b\",\"c\"]}";
    return new OddPath(
        "hyperlinks",
        1,
        link,
        OddField.all(Kind.TEXT, "/title", "/description", "/tags/0", "/tags/1", "/tags/2"),
        new Alone("PUT", OddRequests.created(address, link, "/_id", address + "/%s"), ""));
  }

  private static OddPath hires() {
    return new OddPath(
        "hire forms",
        1,
        """
        {"name":"n","email":"@email@","projectType":"p","budget":"hourly","description":"d"}\
        """,
        join(
            OddField.all(
                Kind.TEXT, "/name", "/company", "/projectType", "/timeline", "/description"),
            OddField.all(Kind.NUMBER, "/hourlyRate")),
        new Hires(new String[1]));
  }

  private record Notifications() implements OddPath.Requests {
    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      return OddRequests.call(client, "POST", "/api/proxy/notify", elements.getFirst());
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      String id = OddRequests.tree(accepted).at("/data/id").textValue();
      JsonNode listed = OddRequests.read(client, "/api/proxy/notifications?limit=50");
      return OddRequests.only(listed.at("/data/notifications"), "_id", id);
    }
  }

  /**
   * Each submission has a fresh email address, which identifies it, and a fresh client address,
   * since an address may send three an hour.
   */
  private record Hires(String[] last) implements OddPath.Requests {
    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      last[0] = "a" + KEYS.incrementAndGet() + "@b.example";
      return OddRequests.send(
          client.request("POST", HIRE).from(OddRequests.freshAddress()),
          elements.getFirst().replace("@email@", last[0]));
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      JsonNode listed = OddRequests.read(client, HIRE + "?limit=50").at("/submissions");
      return OddRequests.only(listed, "email", last[0]);
    }
  }

  /** The former form has no field that identifies a submission. */
  private record OldHires() implements OddPath.Requests {
    @Override
    public boolean areConcurrent() {
      return false;
    }

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      return OddRequests.send(
          client.request("POST", HIRE + "/send").from(OddRequests.freshAddress()),
          elements.getFirst());
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      JsonNode listed = OddRequests.read(client, HIRE + "?limit=50").at("/submissions");
      for (JsonNode each : listed) {
        // Both forms are in one list.
        if (!each.path("name").isTextual()) {
          return OddRequests.list(each);
        }
      }
      return listed;
    }
  }

  /** Each short URL is deleted after its comparison. */
  private record ShortUrls(String key) implements OddPath.Requests {
    private static final String ADDRESS = "/api/proxy/redirects";

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      // A time in the past is refused.
      String element = elements.getFirst().replace("@key@", key).replace("\"2001-", "\"2101-");
      return OddRequests.call(client, "POST", ADDRESS, element);
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      String text = client.get(ADDRESS + "/public").text().replace("\"2101-", "\"2001-");
      String reply = accepted.text().replace("\"2101-", "\"2001-");
      client.owner("DELETE", ADDRESS + "/" + key).send();
      var element = (ObjectNode) OddDocuments.EXACT.readTree(reply);
      JsonNode all = OddDocuments.EXACT.readTree(text).at("/redirects");
      JsonNode only = OddRequests.only(all, "key", key);
      element.set("description", only.at("/0/description"));
      return OddRequests.list(element);
    }
  }

  /** Each meeting has a separate minute, and is cancelled after its comparison. */
  private record Meetings() implements OddPath.Requests {
    private static final AtomicInteger MINUTES = new AtomicInteger();
    private static final String ADDRESS = "/api/proxy/calendar/";

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      long minute = 3_000L + MINUTES.incrementAndGet() % 400_000;
      String start = Instant.now().plus(Duration.ofMinutes(minute)).toString().substring(0, 16);
      String event = elements.getFirst().replace("@start@", start);
      return OddRequests.call(
          client, "POST", ADDRESS + "create-event", "{\"eventData\":" + event + "}");
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      JsonNode made = OddRequests.tree(accepted).at("/event");
      String day = Instant.parse(made.path("start").textValue()).toString().substring(0, 10);
      String before = Instant.parse(day + "T00:00:00Z").minusSeconds(1).toString().substring(0, 10);
      JsonNode events =
          OddRequests.read(client, ADDRESS + "events?startDate=" + before + "&endDate=" + day)
              .at("/events");
      String id = made.path("id").textValue();
      client.owner("DELETE", ADDRESS + "events/" + id).send();
      for (JsonNode event : events) {
        if (event.path("id").textValue().equals(id)) {
          return OddRequests.list(event);
        }
      }
      return events;
    }
  }
}
