package dev.gatehouse.areas.commerce;

import module java.base;

import io.vertx.core.json.JsonObject;

/** Reports of imports. */
public final class ImportReports {
  private ImportReports() {}

  /** Returns the numbers of created, updated, unchanged and refused entries. */
  public static String counts(JsonObject report) {
    return Stream.of("created", "updated", "unchanged")
        .map(name -> report.getInteger(name) + " ")
        .collect(Collectors.joining("", "", report.getJsonArray("refused").size() + ""));
  }
}
