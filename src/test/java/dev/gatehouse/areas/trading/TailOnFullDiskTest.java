package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Client.Reply;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Blobs can no longer be written. A few bars fit into the document and can be read, also as CSV and
 * Parquet. Many do not fit.
 */
class TailOnFullDiskTest {
  private static final String ALL = "/api/proxy/historical-data/";
  private static final String SYMBOL = ALL + "FULL";
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  @RegisterExtension static final TestNode NODE = new TestNode();

  @TempDir Path folder;

  @BeforeAll
  static void fill() throws Exception {
    add("FULL", 0, 3).expect(200);
    NODE.with("STORE_RESERVE", "8000000GB");
    NODE.restart();
  }

  @Test
  void acceptsAppendsThatFitBuffer() throws Exception {
    add("FULL", 3, 1).expect(200);
    Client client = NODE.client();
    assertEquals(4, client.get(SYMBOL + "?format=json").json().getJsonArray("data").size());
    assertEquals(4 + 1, client.get(SYMBOL + "/csv").expect(200).text().lines().count());
    Reply download = client.get(SYMBOL + "/download").expect(200);
    assertEquals(List.of(0.0, 1.0, 2.0, 3.0), closes(download.bytes()));
    client.owner("GET", SYMBOL + "/candles?per=64").expect(200);
    add("FULL", 4, 100).expect(507);
    assertEquals(4, client.get(SYMBOL + "?format=json").json().getJsonArray("data").size());
  }

  private List<Double> closes(byte[] parquet) throws Exception {
    Path file = Files.write(folder.resolve("d.parquet"), parquet);
    return DuckDb.read(file, "FULL").stream().map(bar -> bar.close()).toList();
  }

  private static Reply add(String symbol, int minute, int count) {
    JsonArray bars = new JsonArray();
    for (int i = minute; i < minute + count; i++) {
      bars.add(Samples.bar(FIRST.plusSeconds(60L * i).toString(), i));
    }
    return NODE.owner("POST", ALL + symbol + "/bars").json(JsonObject.of("bars", bars)).send();
  }
}
