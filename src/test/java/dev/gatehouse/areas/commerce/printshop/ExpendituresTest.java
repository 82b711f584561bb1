package dev.gatehouse.areas.commerce.printshop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expenses and sales goals that programs and the owner enter. */
class ExpendituresTest {
  private static final String PATH = "/api/proxy/printshop/expenditures";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @Test
  void addsListsReplacesAndDeletesAnExpense() {
    Client.Reply entered =
        send("POST", PATH, expense("2024-02-29", "12.5", "supplies")).expect(201);
    // Compares the reply's text, because a parser would drop the second decimal.
    entered.has("\"amount\":12.50,\"currency\":\"USD\"");
    JsonObject first = entered.json().getJsonObject("data");
    assertEquals("2024-02-29", first.getString("date"));
    assertEquals(first.getString("createdAt"), first.getString("updatedAt"));
    String id = PATH + "?id=" + first.getString("_id");

    JsonObject changed = expense("2023-12-31", "1000000", "travel").put("vendor", " A railway ");
    JsonObject second = send("PUT", id, changed).expect(200).json().getJsonObject("data");
    assertEquals(" A railway ", second.getString("vendor"));
    assertEquals(first.getString("createdAt"), second.getString("createdAt"));
    assertEquals(List.of(second), listed("?year=2023"));
    assertEquals(List.of(), listed("?year=2024"));
    assertEquals(List.of(second), listed("?year=2023&category=travel"));
    assertEquals(List.of(), listed("?year=2023&category=supplies"));

    send("DELETE", id, null).expect(200);
    send("DELETE", id, null).expect(404);
    send("PUT", id, changed).expect(404);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-01-01, 0.01, USD, 201",
    "2024-01-01, 1000000000, USD, 201",
    "2024-01-01, 1200, JPY, 201",
    "2024-01-01, 1.234, KWD, 201",
    "2024-01-01, 5.10e0, USD, 201",
    "2024-01-01, 12.505, USD, 400",
    "2024-01-01, 12.5, JPY, 400",
    "2024-01-01, 0, USD, 400",
    "2024-01-01, 1e-400, USD, 400",
    "2024-01-01, 1e999999999, USD, 400",
    "2024-01-01, 5, ZZZ, 400",
    "2024-01-01, 5, XAU, 400",
  })
  void validatesAmountCurrencyAndDate(String date, String amount, String currency, int status) {
    String body =
        "{\"date\":\"%s\",\"amount\":%s,\"currency\":\"%s\",\"category\":\"other\"}"
            .formatted(date, amount, currency);
    NODE.owner("POST", PATH).body("application/json", body).expect(status);
  }

  @Test
  void pagesThroughExpensesNewestFirst() {
    int many = 7;
    IntStream.range(0, many)
        .forEach(
            i -> send("POST", PATH, expense("1999-0" + (1 + i / 3) + "-15", "1.00", "software")));
    List<JsonObject> all = listed("?year=1999&limit=100");
    assertEquals(many, all.size());
    assertEquals("1999-03-15", all.getFirst().getString("date"));
    Set<String> seen =
        IntStream.of(0, 3, 6)
            .mapToObj(skip -> listed("?year=1999&limit=3&skip=" + skip))
            .flatMap(List::stream)
            .map(each -> each.getString("_id"))
            .collect(Collectors.toSet());
    assertEquals(many, seen.size());
    JsonObject place = send("GET", PATH + "?year=1999&limit=3&skip=3", null).json();
    assertEquals(
        JsonObject.of("total", many, "limit", 3, "skip", 3, "hasMore", true),
        place.getJsonObject("pagination"));
  }

  @Test
  void returnsEnumsAsSpecified() {
    JsonObject words = NODE.get("/api/proxy/printshop/enums").json().getJsonObject("data");
    String rates =
        words.getJsonArray("platforms").stream()
            .map(JsonObject.class::cast)
            .map(each -> each.getString("name") + ' ' + each.getValue("feeRate"))
            .collect(Collectors.joining(", "));
    assertEquals(
        "marketplace-a 0.17, marketplace-b 0.13, etsy 0.065, short-video 0.08, storefront 0.029,"
            + " direct 0",
        rates);
    assertEquals(
        new JsonArray(
            List.of(
                "supplies", "shipping",
                "advertising", "software",
                "fees", "travel",
                "equipment", "other")),
        words.getJsonArray("categories"));
  }

  static JsonObject expense(String date, String amount, String category) {
    return JsonObject.of(
        "date", date, "amount", new java.math.BigDecimal(amount), "category", category);
  }

  private static Client.Reply send(String method, String path, JsonObject body) {
    Client.Request request = NODE.owner(method, path);
    return (body == null ? request : request.json(body)).send();
  }

  private static List<JsonObject> listed(String query) {
    return send("GET", PATH + query, null).list("data");
  }

  @Test
  void repliesWithTheGoalOfTheRequest() throws Exception {
    List<Integer> sent = IntStream.range(0, 100).boxed().toList();
    try (var threads = Executors.newFixedThreadPool(10)) {
      List<Future<Integer>> replies =
          sent.stream().map(goal -> threads.submit(() -> put(goal))).toList();
      assertEquals(sent, replies.stream().map(each -> Unchecked.get(each::get)).toList());
    }
  }

  private static int put(int goal) {
    JsonObject body = JsonObject.of("goal", goal);
    return NODE.request("PUT", "/api/proxy/printshop/sell-goal")
        .key(TestNode.KEY)
        .json(body)
        .send()
        .json()
        .getJsonObject("data")
        .getInteger("goal");
  }
}
