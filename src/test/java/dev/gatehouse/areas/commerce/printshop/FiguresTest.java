package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Figures while orders and expenses are added, changed and deleted. */
class FiguresTest {
  private static final String PRINTSHOP = "/api/proxy/printshop";
  private static final PrintfulSimulator PROVIDER = new PrintfulSimulator();

  @RegisterExtension
  static final TestNode NODE = PROVIDER.node().with("PRINTSHOP_CHANNELS", "7=storefront");

  @Test
  void updatesFiguresOnEachChange() {
    figuresAre("0 0 0 | 0.00 0.00 0.00 0.00 0.00 0.00 |");
    long now = NODE.clock.instant().getEpochSecond();
    JsonObject first = order(1, now - 10, "pending", "10.00", "4.00").put("store", 7);
    first.getJsonObject("costs").putNull("total");
    PROVIDER.orders().add(first);
    sync();
    figuresAre("1 1 1 | 10.00 0.00 0.29 0.00 0.29 9.71 |");

    // The print shop reports the costs in another currency than the price.
    first.put("updated", now - 9).getJsonObject("costs").put("total", "4.00");
    first.getJsonObject("costs").put("currency", "CAD");
    sync();
    figuresAre(
        "1 1 0 | 10.00 0.00 0.29 0.00 0.29 9.71 | CAD 0 0 0 | 0.00 4.00 0.00 0.00 4.00 -4.00");
    String tag = NODE.get(PRINTSHOP + "/summary").header("ETag");

    // Both the price and the costs are partly refunded. The print shop reports the order again with
    // new sums.
    first.put("updated", now - 8).getJsonObject("costs").put("currency", "USD").put("total", "1.5");
    first.getJsonObject("retail_costs").put("total", "2.50");
    sync();
    figuresAre("1 1 0 | 2.50 1.50 0.07 0.00 1.57 0.93 |");
    assertNotEquals(tag, NODE.get(PRINTSHOP + "/summary").header("ETag"));

    first.put("updated", now - 7).put("status", "refunded");
    sync();
    figuresAre("0 0 0 | 0.00 1.50 0.00 0.00 1.50 -1.50 |");

    first.put("updated", now - 6).put("status", "canceled");
    sync();
    figuresAre("0 0 0 | 0.00 0.00 0.00 0.00 0.00 0.00 |");

    // A late report with an older state changes nothing.
    first.put("updated", now - 9).put("status", "fulfilled");
    sync();
    figuresAre("0 0 0 | 0.00 0.00 0.00 0.00 0.00 0.00 |");

    JsonObject expense = ExpendituresTest.expense("2025-02-01", "12.30", "software");
    String id = enter("POST", "/expenditures", expense);
    enter("POST", "/expenditures", expense.copy().put("currency", "EUR"));
    figuresAre(
        "0 0 0 | 0.00 0.00 0.00 12.30 12.30 -12.30 |"
            + " EUR 0 0 0 | 0.00 0.00 0.00 12.30 12.30 -12.30");
    assertEquals("12.30", spent(2025));
    enter("PUT", "/expenditures?id=" + id, expense.copy().put("date", "2024-12-31"));
    assertEquals("0.00", spent(2025));
    assertEquals("12.30", spent(2024));
    send("DELETE", "/expenditures?id=" + id, null);
    assertEquals("0.00", spent(2024));
  }

  private static String spent(int year) {
    return send("GET", "/schedule-c/data?year=" + year, null)
        .text()
        .split("\"totalExpenses\":")[1]
        .split(",")[0];
  }

  private static void sync() {
    send("POST", "/sync", null).expect(200);
  }

  private static String enter(String method, String path, JsonObject expense) {
    return send(method, path, expense).json().getJsonObject("data").getString("_id");
  }

  private static Client.Reply send(String method, String path, JsonObject body) {
    Client.Request request = NODE.owner(method, PRINTSHOP + path);
    return (body == null ? request : request.json(body)).send();
  }

  private static void figuresAre(String expected) {
    NODE.everywhere(one -> assertEquals(expected, figures(one)));
  }

  /** Returns the figures as text from the reply, because a parser would drop the zeros. */
  private static String figures(Client client) {
    String text = client.get(PRINTSHOP + "/summary").text();
    String own = text.split("\"data\":\\{")[1].split("}")[0];
    String others = text.split("\"otherCurrencies\":\\[")[1].split("]")[0];
    String other = others.isEmpty() ? "" : " " + values(others.replaceAll("[{}]", ""));
    return values(own) + " |" + other;
  }

  private static String values(String fields) {
    List<String> values =
        List.of(fields.split(",")).stream()
            .map(field -> field.split(":")[1].replace("\"", ""))
            .toList();
    int counts = values.size() - 6;
    return values.subList(0, counts).stream().collect(Collectors.joining(" "))
        + " | "
        + values.subList(counts, values.size()).stream().collect(Collectors.joining(" "));
  }
}
