package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.messages.Figures.Figure;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Metrics of jobs, of the outbox and of the business. */
class BusinessFiguresTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  private static void run(String job) throws Exception {
    JsonObject name = new JsonObject().put("name", job);
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
  void keepsAmountsOutOfLabels() {
    assertEquals(
        Map.of("book_orders", 5L, "books_sold", 4L),
        BusinessFigures.counts(
            List.of(
                new Figure("book orders (royalties 12.30 USD)", 2),
                new Figure("book orders (royalties 4.50 EUR)", 3),
                new Figure("books sold (24.99 USD)", 4))));
  }

  @Test
  void publishesFiguresJobsAndTheOutbox() throws Exception {
    JsonObject letter = new JsonObject().put("subject", "Hello").put("body", "Are you available?");
    assertEquals(
        200, NODE.client().request("POST", "/api/proxy/hire/send").json(letter).send().status());
    run("node.figures");
    assertEquals(0, metric("gatehouse_figures{name=\"shop_orders\"}"));
    run("outbox.forgetOld");
    assertTrue(
        metric("gatehouse_jobs_duration_seconds_count{name=\"outbox.forgetOld\",result=\"done\"}")
            >= 1);
    Waiting.until(() ->
        NODE.metrics()
            .contains("gatehouse_outbox_deliveries_total{kind=\"mail\",result=\"sent\"} "));
    run("node.countOutbox");
    assertEquals(0, metric("gatehouse_outbox_entries{state=\"waiting\"}"));
  }
}
