package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Reports about erasure, copies, junk, undo and export in other products, tried on a node. */
class PeopleFieldTest {
  private static final String ORDER =
      """
      Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Shipping Name,Shipping Street,Shipping Zip,Shipping City,Shipping Country
      #%s,%s,paid,fulfilled,USD,30.00,5.00,0.00,35.00,%s,3,Shirt,10.00,Evelyn,77 Zanzibar Row,01234,Springfield,US
      """;

  private static final AtomicInteger NUMBERS = new AtomicInteger(1000);
  private static final Path FOLDER = TestNode.folder("people-field");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("LIMITS_DEFAULT_PER_MINUTE=0 HIRE_MAILS_PER_HOUR=1 STOREFRONT_CONFIRM_NEWS=false");

  /** Values of a row: a name that no other row has, and ids of the replies. */
  private final Map<String, String> values = new HashMap<>();

  private record Reply(int status, String text) {}

  @ParameterizedTest
  @CsvFileSource(
      resources = "/field/people.tsv",
      delimiter = '\t',
      quoteCharacter = '\0',
      maxCharsPerColumn = -1,
      nullValues = "-")
  void doesWhatIsReported(String source, String steps, int status, String text, String firstTry)
      throws IOException {
    String who = "p" + NUMBERS.incrementAndGet();
    values.put("who", who);
    values.put("WHO", who.toUpperCase(Locale.ROOT));
    Reply last = null;
    for (String step : steps.split(" ;; ")) {
      last = run(filled(step));
      note(last.text());
    }
    Reply reply = last;
    assertEquals(status, reply.status(), () -> source + ": " + reply.text());
    if (text != null) {
      boolean wanted = !text.startsWith("!");
      String part = filled(wanted ? text : text.substring(1)).replace("\\t", "\t");
      assertEquals(wanted, reply.text().contains(part), () -> source + ": " + reply.text());
    }
  }

  private String filled(String text) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace("{" + value.getKey() + "}", value.getValue());
    }
    return filled;
  }

  /** Notes the id of a record that a reply returns. */
  private void note(String text) {
    Matcher id = Pattern.compile("\"(?:_id|id)\":\"([^\"]+)\"").matcher(text);
    if (id.find() && !text.contains("keptUntil")) {
      values.put("id", id.group(1));
      values.putIfAbsent("first", id.group(1));
    }
  }

  private Reply run(String step) throws IOException {
    int space = step.indexOf(' ');
    String verb = step.substring(0, space);
    String rest = step.substring(space + 1);
    return switch (verb) {
      case "FIND" -> person("search", rest);
      case "ERASE" -> person("erasure", rest);
      case "ORDER" -> order(rest);
      case "SIGNUP" ->
          visitor("/api/proxy/storefront/customer-signup", JsonObject.of("email", rest));
      case "GRAPHQL" -> visitor("/storefront/graphql", JsonObject.of("query", rest));
      case "FORM" -> form(rest);
      case "INBOX" -> request("GET /api/proxy/hire?limit=1&state=" + rest);
      case "MEETING" -> meeting(rest);
      case "RESTORE" -> restore(rest);
      case "EXPORT" -> export(rest);
      default -> request(step);
    };
  }

  private static Reply sent(Client.Request request) {
    Client.Reply reply = request.send();
    return new Reply(reply.status(), reply.text());
  }

  private static Reply request(String step) {
    String[] parts = step.split(" ", 3);
    Client.Request request = NODE.owner(parts[0], parts[1]);
    return sent(parts.length < 3 ? request : request.json(new JsonObject(parts[2])));
  }

  private static Reply visitor(String path, JsonObject body) {
    return sent(NODE.request("POST", path).from(NODE.freshAddress()).json(body));
  }

  private static Reply person(String what, String email) {
    return request("POST /api/proxy/people/" + what + " " + JsonObject.of("email", email));
  }

  private static Reply order(String email) {
    // The list of orders begins with the newest.
    int number = NUMBERS.incrementAndGet();
    Instant at = Instant.parse("2024-05-01T10:00:00Z").plusSeconds(number);
    byte[] csv = ORDER.formatted(number, email, at).getBytes(StandardCharsets.UTF_8);
    Client.Reply reply =
        NODE.owner("POST", "/api/proxy/imports/orders").body("text/csv", csv).send();
    assertEquals(1, reply.json().getInteger("created"), reply.text());
    return new Reply(reply.status(), reply.text());
  }

  private Reply form(String text) {
    JsonObject form = Samples.hire("Eve", values.get("who") + "@example.org", "");
    String rest = text;
    Matcher option = Pattern.compile("^(website|seconds)=(\\S+) ").matcher(rest);
    while (option.find()) {
      if (option.group(1).equals("website")) {
        form.put("website", option.group(2));
      } else {
        form.put("secondsToFill", Integer.valueOf(option.group(2)));
      }
      rest = rest.substring(option.end());
      option.reset(rest);
    }
    return visitor("/api/proxy/hire", form.put("description", rest));
  }

  private Reply meeting(String guest) {
    LocalDate day = LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC);
    String start = day.plusDays(Long.parseLong(values.get("who").substring(1)) % 90 + 2) + "T1";
    JsonObject event =
        JsonObject.of("title", "Talk", "attendeeEmail", guest)
            .mergeIn(Samples.times(start + "0:00:00", start + "1:00:00"));
    return request(
        "POST /api/proxy/calendar/create-event " + JsonObject.of("eventData", event).encode());
  }

  private static Reply restore(String recordId) {
    JsonObject trash = new JsonObject(request("GET /api/proxy/trash?recordId=" + recordId).text());
    String id = trash.getJsonArray("records").getJsonObject(0).getString("id");
    return request("POST /api/proxy/trash/" + id + "/restore");
  }

  private static Reply export(String file) throws IOException {
    OwnersCommand.run(NODE, 0, "export", FOLDER.toString());
    return new Reply(200, Files.readString(FOLDER.resolve(file)));
  }
}
