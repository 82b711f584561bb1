package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.Samples;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Bars appended to a symbol. Batches are small and large, so that kills hit each step of appending,
 * moving and merging. Acknowledged bars are there exactly once, others completely or not at all.
 */
final class AppendedBars implements Work {
  private static final int[] SIZES = {1, 1, 1, 1, 3, 40, 70, 300, 2_000};
  private static final int DOWNLOADS = 8;
  private static final Instant FIRST = Instant.parse("2010-01-01T00:00:00Z");
  private static final String SYMBOL = "/api/proxy/historical-data/QQQ";

  private final KilledPackagedNode node;
  private final AtomicInteger next = new AtomicInteger();
  private final Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
  private final Queue<Batch> begun = new ConcurrentLinkedQueue<>();

  private record Batch(int from, int size) {}

  AppendedBars(KilledPackagedNode node) {
    this.node = node;
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public boolean step(Random random) {
    // A download merges the appended bars into the file.
    if (random.nextInt(DOWNLOADS) == 0) {
      int status = node.get(SYMBOL + "/download").status();
      assertTrue(status == 200 || status == 404, () -> "status " + status);
      return false;
    }
    int size = SIZES[random.nextInt(SIZES.length)];
    int from = next.getAndAdd(size);
    begun.add(new Batch(from, size));
    JsonArray bars = new JsonArray();
    for (int minute = from; minute < from + size; minute++) {
      bars.add(Samples.bar(FIRST.plusSeconds(60L * minute).toString(), minute));
    }
    node.owner("POST", SYMBOL + "/bars").json(JsonObject.of("bars", bars)).expect(200);
    for (int minute = from; minute < from + size; minute++) {
      acknowledged.add(minute);
    }
    return true;
  }

  @Override
  public void check(Random random) {
    Reply metadata = node.get(SYMBOL);
    if (acknowledged.isEmpty() && metadata.status() == 404) {
      return;
    }
    int rows = metadata.json().getJsonObject("metadata").getInteger("rowCount");
    TreeSet<Integer> found = new TreeSet<>();
    int page = 0;
    JsonObject reply;
    do {
      page++;
      reply = node.get(SYMBOL + "?format=json&sortOrder=asc&limit=500&page=" + page).json();
      reply.getJsonArray("data").forEach(row -> found.add(minute((JsonObject) row)));
    } while (reply.getJsonObject("pagination").getBoolean("hasNextPage"));
    assertEquals(rows, found.size());
    Set<Integer> missing = new TreeSet<>(acknowledged);
    missing.removeAll(found);
    assertEquals(Set.of(), missing);
    for (Batch batch : begun) {
      int there = found.subSet(batch.from(), batch.from() + batch.size()).size();
      assertTrue(there == 0 || there == batch.size(), () -> there + " of " + batch);
    }
    begun.clear();
    acknowledged.addAll(found);
    assertEquals(rows + 1L, node.get(SYMBOL + "/csv").text().lines().count());
  }

  private static int minute(JsonObject row) {
    long seconds =
        Instant.parse(row.getString("timeUtc")).getEpochSecond() - FIRST.getEpochSecond();
    assertEquals(seconds / 60.0, row.getDouble("close"));
    return (int) (seconds / 60);
  }

  /** Deletes the symbol. */
  void delete() {
    node.owner("DELETE", SYMBOL).expect(200);
  }
}
