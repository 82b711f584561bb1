package dev.gatehouse.areas.commerce.printshop;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Unchecked;
import dev.gatehouse.areas.commerce.printshop.OrderReader.PrintfulOrder;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.Money;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worked example of the guide to books, read from the guide and checked to the cent. */
class WorkedExampleTest {
  private static final String PRINTSHOP = "/api/proxy/printshop";
  private static final PrintfulSimulator PROVIDER = new PrintfulSimulator();

  @RegisterExtension
  static final TestNode NODE = PROVIDER.node().with("PRINTSHOP_CHANNELS", channels());

  private static String readme() {
    return Unchecked.get(() -> Files.readString(Path.of("src/docs/guides/books.md")));
  }

  /** Returns the value of the channels setting from the guide. */
  private static String channels() {
    return readme().split("GATEHOUSE_PRINTSHOP_CHANNELS='")[1].split("'")[0];
  }

  /** Returns the lines of the guide's code block that starts with the given text. */
  private static List<String> block(String beginning) {
    return Arrays.stream(readme().split("```"))
        .map(String::strip)
        .filter(block -> block.startsWith(beginning))
        .findFirst()
        .orElseThrow()
        .lines()
        .toList();
  }

  @BeforeAll
  static void enter() {
    PROVIDER.orders().clear();
    long created = Instant.parse("2025-06-15T12:00:00Z").getEpochSecond();
    List<String> lines = block("order   status");
    for (String line : lines.subList(1, lines.indexOf(""))) {
      String[] cells = line.split(" +", 8);
      PROVIDER.orders().add(order(PROVIDER.orders().size() + 1, created, cells));
    }
    lines.stream()
        .filter(line -> line.startsWith("expenditure"))
        .map(line -> line.split(" +"))
        .forEach(cells -> {
          JsonObject expense = ExpendituresTest.expense("2025-07-01", cells[2], cells[1]);
          send("POST", "/expenditures", expense).expect(201);
        });
    assertEquals(8, send("POST", "/sync", null).expect(200).json().getInteger("created"));
  }

  private static JsonObject order(int id, long created, String... cells) {
    JsonObject order = PrintfulSimulator.order(id, created, cells[1], cells[2], cells[4]);
    order.put("external_id", cells[0]);
    order.getJsonObject("retail_costs").put("currency", cells[3]);
    order.getJsonObject("costs").put("currency", cells[3]);
    order
        .getJsonArray("items")
        .getJsonObject(0)
        .put("quantity", Integer.parseInt(cells[5]))
        .put("price", cells[6])
        .put("name", cells[7]);
    return order;
  }

  private static Client.Reply send(String method, String path, JsonObject body) {
    Client.Request request = NODE.owner(method, PRINTSHOP + path);
    return (body == null ? request : request.json(body)).send();
  }

  @Test
  void returnsTheSummaryOfTheReadme() {
    Client.Reply reply = NODE.get(PRINTSHOP + "/summary");
    String wanted = block("{\"totalOrders\"").getFirst();
    reply.has(
        "\"data\":" + wanted,
        "\"platformFees\":{\"marketplace-a\":0.17,\"marketplace-b\":0.13,\"etsy\":0.065}");
    JsonObject other = reply.json().getJsonArray("otherCurrencies").getJsonObject(0);
    assertEquals("EUR 1", other.getString("currency") + ' ' + other.getInteger("totalOrders"));
    assertTrue(readme().contains("20.00 - 8.10 = 11.90"));
    reply.has("\"netProfit\":11.90");
    assertTrue(reply.json().getString("lastSyncedAt").endsWith("Z"));
  }

  @Test
  void returnsTheDonationsOfTheReadme() {
    Client.Reply reply = NODE.get(PRINTSHOP + "/donations");
    assertTrue(readme().contains("2 × 4.15 = 8.30"));
    reply.has(
        "\"data\":{\"totalDonated\":8.30,\"totalItems\":2,",
        "\"charity\":{\"orders\":1,\"items\":2,\"cost\":8.30}");
    assertEquals(
        new JsonObject()
            .put("name", "A Book for Charity")
            .put("quantity", 2)
            .put("category", "charity")
            .put("date", "2025-06-15T12:00:00.000Z"),
        reply.json().getJsonObject("data").getJsonArray("items").getJsonObject(0));
  }

  @Test
  void returnsTheGoalOfTheReadme() {
    JsonObject goal = JsonObject.of("year", 2025, "goal", 100);
    send("PUT", "/sell-goal", goal).expect(200);
    assertTrue(readme().contains("1 + 3 + 1 + 1 + 1 = 7"));
    JsonObject data =
        NODE.get(PRINTSHOP + "/sell-goal/public?year=2025").json().getJsonObject("data");
    assertEquals(7, data.getInteger("sold"));
    assertEquals(0.07, data.getDouble("progress"));
    JsonObject empty =
        NODE.get(PRINTSHOP + "/sell-goal/public?year=1999").json().getJsonObject("data");
    assertEquals(JsonObject.of("year", 1999, "goal", 0, "sold", 0, "progress", 0), empty);
  }

  @ParameterizedTest
  @CsvSource({"2010, 27", "2011, 27a", "2023, 27a", "2024, 27a", "2025, 27b", "2026, 27b"})
  void numbersOtherExpensesByTaxYear(int year, String line) {
    send("GET", "/schedule-c/csv?year=" + year, null)
        .has("\r\n" + line + ",Other expenses (from line 48),");
    send("GET", "/schedule-c/page?year=" + year, null).has("<td>" + line + "<td>Other expenses");
  }

  @Test
  void returnsTheScheduleCOfTheReadme() {
    Client.Reply reply = send("GET", "/schedule-c/data?year=2025", null);
    String lines =
        reply.json().getJsonObject("data").getJsonArray("lines").stream()
            .map(JsonObject.class::cast)
            .map(line -> line.getString("line") + ' ' + line.getDouble("amount"))
            .collect(Collectors.joining(", "));
    assertEquals(
        "1 159.94, 2 24.99, 3 134.95, 4 75.05, 5 59.9, 7 59.9, 8 30.0, 10 15.29, 22 12.5, 24a 0.0,"
            + " 27b 0.0, 28 57.79, 29 2.11, 31 2.11",
        lines);
    for (String figure : List.of("159.94", "24.99", "75.05", "59.90", "57.79", "2.11")) {
      assertTrue(readme().contains(figure), figure);
      assertTrue(reply.text().contains("\"amount\":" + figure), figure);
    }
    assertEquals(List.of("EUR"), reply.json().getJsonArray("otherCurrencies").getList());

    Client.Reply table = send("GET", "/schedule-c/csv?year=2025", null);
    assertEquals("text/csv", table.header("Content-Type"));
    assertTrue(
        table
            .header("Content-Disposition")
            .startsWith("attachment; filename=\"schedule-c-2025.csv\""));
    assertTrue(table.text().startsWith("line,description,amount,currency\r\n1,"), table.text());
    table.has("\r\n31,Net profit or loss,2.11,USD\r\n");
    assertTrue(table.text().endsWith("\r\n48,other,0.00,USD\r\n"), table.text());

    Client.Reply page = send("GET", "/schedule-c/page?year=2025", null);
    assertEquals("text/html", page.header("Content-Type"));
    page.has("<td>31<td>Net profit or loss<td>2.11", "Amounts in EUR");
    assertTrue(page.header("Content-Security-Policy").startsWith("default-src 'none'"));

    send("GET", "/schedule-c/data", null).expect(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false|{'total': '27.05', 'tax': '2.06', 'shipping': '5.00', 'subtotal': '19.99'}|24.99",
        "false|{'total': '23.80', 'tax': '0.00', 'vat': '3.80'}|20.00",
        "false|{'total': '24.99', 'tax': null}|24.99",
        "false|{'total': null}|39.98",
        "true|{'total': null}|0.00",
      })
  void countsReceiptsWithoutTaxesAndSamples(boolean sample, String retail, String gross)
      throws Exception {
    String order =
        """
        {"id": 7, "created": 1750000000, "status": "fulfilled", "is_sample": %s, "retail_costs": %s,
         "costs": {"currency": "USD", "total": "12.00"},
         "items": [{"name": "Book", "quantity": 2, "price": "6.00", "retail_price": "19.99"}]}\
        """
            .formatted(sample, retail.replace('\'', '"'));
    var settings = TestSettings.of(Map.of());
    var reader = new OrderReader(SalesRules.read(settings.section("printshop")), "USD");
    PrintOrder read =
        reader.read(Json.decode(order.getBytes(StandardCharsets.UTF_8), PrintfulOrder.class));
    assertEquals(Money.of("USD", gross), read.gross());
    assertEquals(Money.of("USD", "12.00"), read.costs());
  }
}
