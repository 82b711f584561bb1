package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Log entries of a bot. Each acknowledged entry is there once. */
final class LogEntries implements Work {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final int PAGE = 200;

  private final KilledPackagedNode node;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  LogEntries(KilledPackagedNode node) {
    this.node = node;
  }

  @Override
  public boolean step(Random random) {
    String message = "entry " + numbers.incrementAndGet();
    JsonObject entry = Samples.logMessage("killed", "kill", message);
    node.owner("POST", LOGS).json(JsonObject.of("LogMessage", entry)).expect(201);
    acknowledged.add(message);
    return true;
  }

  @Override
  public void check(Random random) {
    Set<String> found = new HashSet<>();
    JsonArray entries;
    int page = 0;
    do {
      page++;
      String query = "?sortBy=_id&sortOrder=asc&limit=" + PAGE + "&page=" + page;
      entries = node.owner("GET", LOGS + query).expect(200).json().getJsonArray("data");
      for (int i = 0; i < entries.size(); i++) {
        String message = entries.getJsonObject(i).getJsonObject("LogMessage").getString("message");
        assertTrue(found.add(message), () -> message + " is there twice");
      }
    } while (entries.size() == PAGE);
    Set<String> lost = new TreeSet<>(acknowledged);
    lost.removeAll(found);
    assertEquals(Set.of(), lost);
  }
}
