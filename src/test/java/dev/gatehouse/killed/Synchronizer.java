package dev.gatehouse.killed;

import dev.gatehouse.HastyAreas;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Reply;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * Copies the orders of the print shop. A copy that is interrupted continues in the next process.
 */
final class Synchronizer implements AreasUntilKilled.Kind {
  private final HastyAreas areas;

  Synchronizer(HastyAreas areas) {
    this.areas = areas;
  }

  @Override
  public void begin() {
    Thread.ofVirtual().start(this::sync);
  }

  /** Until it is complete. The lease of a killed process must expire first. */
  private void sync() {
    Reply reply = areas.call("commerce.syncPrintshop", Map.of(), null);
    while (!(reply instanceof Answer answer)
        || !answer.json().toJsonObject().getBoolean("complete")) {
      HastyAreas.pause();
      reply = areas.call("commerce.syncPrintshop", Map.of(), null);
    }
  }

  @Override
  public void listAtEnd() {
    sync();
    JsonObject summary =
        ((Answer) areas.call("commerce.printshopSummary", Map.of(), null))
            .json()
            .toJsonObject()
            .getJsonObject("data");
    AreasUntilKilled.print(
        "sync",
        "summary",
        summary.getInteger("totalOrders").toString(),
        summary.getDouble("grossRevenue").toString(),
        summary.getDouble("printshopCosts").toString());
  }
}
