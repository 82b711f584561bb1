package dev.gatehouse.node.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of demo content after a write that a full disk or a power failure has cut short. */
class DemoRecordTest {
  @TempDir Path folder;

  @Test
  void ignoresAndReplacesUnfinishedLine() throws Exception {
    var made = new DemoRecord(folder);
    made.path("/api/proxy/products/1 {\"name\":\"A\"}");
    Files.writeString(
        folder.resolve("demo-content"),
        "path /api/proxy/historical-data/DE",
        StandardOpenOption.APPEND);
    assertEquals(List.of("path /api/proxy/products/1 {\"name\":\"A\"}"), made.lines());
    made.document("reviews", "2");
    assertEquals(
        List.of("path /api/proxy/products/1 {\"name\":\"A\"}", "document reviews 2"), made.lines());
  }
}
