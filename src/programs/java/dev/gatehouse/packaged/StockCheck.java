package dev.gatehouse.packaged;

import dev.gatehouse.Client;
import dev.gatehouse.histories.Models;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Units of a product that other areas reserve. */
final class StockCheck extends HistoryCheck {
  static final String NAME = "stock";

  private static final int UNITS = 20;

  private final long seed;
  private final String shelf;
  private Shelf product;

  StockCheck(Nodes nodes, History history, long seed) {
    super(NAME, nodes, history);
    this.seed = seed;
    this.shelf = "stock " + newNumber();
  }

  @Override
  void open() {
    product = Shelf.open(this, shelf, UNITS);
  }

  @Override
  void episode() {
    int number = newNumber();
    rivals(shelf, Models.stock(UNITS), TAKE, (rival, node) -> hold(number, rival, node));
    pause(2_000);
  }

  private Optional<String> hold(int number, int rival, int node) {
    JsonObject line =
        new JsonObject().put("product", product.id()).put("label", Shelf.LABEL).put("quantity", 1);
    JsonObject order =
        new JsonObject()
            .put("order", "history-" + seed + '-' + number + '-' + rival)
            .put("attempt", 1)
            .put("lines", new JsonArray().add(line));
    Client.Reply reply = call(node, "commerce.holdStock", order).send();
    if (reply.status() != 200) {
      return Optional.empty();
    }
    boolean some = reply.json().getJsonArray("shortages").isEmpty();
    return Optional.of(some ? Models.MADE : Models.REFUSED);
  }

  /** Counts the units that are left. */
  @Override
  void close() {
    for (int i = 0; i < nodes(); i++) {
      read(shelf, Models.stock(UNITS), "count", node -> product.count(this, node));
    }
    product.delete(this);
  }
}
