package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.messages.Figures.Amount;
import dev.gatehouse.messages.Figures.Figure;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Metrics of jobs, of the outbox and of the business. */
class BusinessFiguresTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  private static void run(String job) throws Exception {
    JsonObject name = JsonObject.of("name", job);
    // The job may just be running by itself.
    Waiting.until(() -> NODE.manage("jobs.run", name).json().getString("outcome").equals("done"));
  }

  private static double metric(String series) {
    Matcher value =
        Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE)
            .matcher(NODE.metrics());
    assertTrue(value.find(), series);
    return Double.parseDouble(value.group(1));
  }

  @Test
  void addsUpCountsAndAmountsByCurrency() {
    assertEquals(
        Map.of(
            series("book_orders", ""), new BigDecimal(5),
            series("book_orders_royalties", "USD"), new BigDecimal("12.35"),
            series("book_orders_royalties", "EUR"), new BigDecimal("4.50"),
            series("books_sold", ""), new BigDecimal(4),
            series("books_sold", "USD"), new BigDecimal("24.99")),
        BusinessFigures.sums(
            List.of(
                new Figure("book orders", 2, List.of(amount("royalties", "USD", "12.30"))),
                new Figure(
                    "book orders",
                    3,
                    List.of(
                        amount("royalties", "EUR", "4.50"), amount("royalties", "USD", "0.05"))),
                new Figure("books sold", 4, List.of(amount("", "USD", "24.99"))))));
  }

  private static BusinessFigures.Series series(String name, String currency) {
    return new BusinessFigures.Series(name, currency);
  }

  private static Amount amount(String kind, String currency, String value) {
    return new Amount(kind, currency, new BigDecimal(value));
  }

  @Test
  void namesAmountsInTitles() {
    assertEquals("orders", new Figure("orders", 0, null).title());
    assertEquals(
        "book orders (royalties 12.30 USD, 4.50 EUR)",
        new Figure(
                "book orders",
                2,
                List.of(amount("royalties", "USD", "12.30"), amount("", "EUR", "4.50")))
            .title());
  }

  @Test
  void publishesFiguresJobsAndTheOutbox() throws Exception {
    JsonObject letter = JsonObject.of("subject", "Hello", "body", "Are you available?");
    assertEquals(200, NODE.request("POST", "/api/proxy/hire/send").json(letter).send().status());
    run("node.figures");
    assertEquals(0, metric("gatehouse_figures{name=\"shop_orders\"}"));
    run("outbox.forgetOld");
    assertTrue(
        metric("gatehouse_jobs_duration_seconds_count{name=\"outbox.forgetOld\",result=\"done\"}")
            >= 1);
    Waiting.until(() ->
        NODE.metrics()
            .contains("gatehouse_outbox_deliveries_total{kind=\"mail\",result=\"sent\"} "));
    // An earlier email may be the one that was sent.
    Waiting.until(() -> {
      run("node.countOutbox");
      return metric("gatehouse_outbox_entries{state=\"waiting\"}") == 0;
    });
  }
}
