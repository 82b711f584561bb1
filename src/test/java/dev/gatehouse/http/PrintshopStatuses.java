package dev.gatehouse.http;

import static dev.gatehouse.http.EveryStatusTest.expect;
import static dev.gatehouse.http.EveryStatusTest.owner;

import io.vertx.core.json.JsonObject;

/** The statuses of the print shop's books, for EveryStatusTest. */
final class PrintshopStatuses {
  private static final String PRINTSHOP = "/api/proxy/printshop";
  private static final String EXPENDITURES = PRINTSHOP + "/expenditures";
  private static final String NOBODY = EXPENDITURES + "?id=" + "0".repeat(24);

  private PrintshopStatuses() {}

  static void provoke() {
    JsonObject goal = new JsonObject().put("goal", 5);
    expect("commerce.putSellGoal", 200, owner("PUT", PRINTSHOP + "/sell-goal").json(goal));
    expect("commerce.printshopOrders", 200, owner("GET", PRINTSHOP + "/orders"));
    expect("commerce.printshopSync", 200, owner("GET", PRINTSHOP + "/sync"));
    expect("commerce.cancelPrintshopSync", 200, owner("DELETE", PRINTSHOP + "/sync"));
    expect("commerce.scheduleC", 200, owner("GET", PRINTSHOP + "/schedule-c/data"));
    expect("commerce.scheduleCTable", 200, owner("GET", PRINTSHOP + "/schedule-c/csv"));
    expect("commerce.scheduleCPage", 200, owner("GET", PRINTSHOP + "/schedule-c/page"));
    expenditures();
  }

  private static void expenditures() {
    JsonObject expense =
        new JsonObject().put("date", "2026-11-22").put("amount", 5).put("category", "other");
    String id =
        expect("commerce.createExpenditure", 201, owner("POST", EXPENDITURES).json(expense))
            .json()
            .getJsonObject("data")
            .getString("_id");
    NoticeStatuses.underWay("commerce.createExpenditure", EXPENDITURES, expense);
    expect("commerce.expenditures", 200, owner("GET", EXPENDITURES));
    String path = EXPENDITURES + "?id=" + id;
    expect("commerce.putExpenditure", 200, owner("PUT", path).json(expense));
    expect("commerce.putExpenditure", 404, owner("PUT", NOBODY).json(expense));
    expect("commerce.deleteExpenditure", 200, owner("DELETE", path));
    expect("commerce.deleteExpenditure", 404, owner("DELETE", NOBODY));
  }
}
