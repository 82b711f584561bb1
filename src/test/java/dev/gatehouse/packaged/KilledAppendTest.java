package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.Client.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at random moments while bars are appended to a symbol and its file is read. Batches are
 * small and large, so kills hit each step of appending, moving and merging. Acknowledged bars must
 * be present exactly once. An unacknowledged request is stored completely or not at all.
 */
@Tag("slow")
class KilledAppendTest {
  private static final int KILLS = 12;
  private static final int WRITERS = 3;
  private static final int MAX_ROUND_MILLIS = 900;
  private static final int[] SIZES = {1, 1, 1, 1, 3, 40, 70, 300, 2_000};
  private static final String KEY = "owners-key-0123456789";
  private static final String SYMBOL = "/api/proxy/historical-data/SPY";
  private static final Instant FIRST = Instant.parse("2010-01-01T00:00:00Z");

  @TempDir Path folder;
  private final Random random = new Random();
  private final AtomicInteger next = new AtomicInteger();
  private final Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
  private final Queue<int[]> begun = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> problems = new ConcurrentLinkedQueue<>();

  @Test
  @Timeout(400)
  void losesNoAcknowledgedBars() throws Exception {
    int interrupted = 0;
    try (PackagedNode node = node()) {
      node.start("--verticles", "http,access,trading");
      for (int kill = 0; kill < KILLS; kill++) {
        begun.clear();
        addUntilKilled(node);
        interrupted += begun.stream().allMatch(this::isAcknowledged) ? 0 : 1;
        node.start("--verticles", "http,access,trading");
        check(node.client());
      }
    }
    System.out.printf(
        "%d kills, %d amid an addition, %d bars acknowledged%n",
        KILLS, interrupted, acknowledged.size());
    assertTrue(interrupted > 0, "kills met additions");
  }

  private PackagedNode node() {
    return new PackagedNode(folder.resolve("data"))
        // A round is too short for the optimizing compiler to pay off.
        .javaOptions("-XX:TieredStopAtLevel=1")
        .with("ACCESS_API_KEY", KEY)
        .with("LIMITS_DEFAULT_PER_MINUTE", "0")
        .with("LIMITS_OPERATOR_PER_MINUTE", "0");
  }

  private void addUntilKilled(PackagedNode node) throws Exception {
    Client client = node.client();
    var first = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(() ->
                  untilKilled(() -> {
                    add(client);
                    first.countDown();
                  })));
    }
    threads.add(
        Thread.ofPlatform()
            .start(() ->
                untilKilled(() -> {
                  int status = client.get(SYMBOL + "/download").status();
                  assertTrue(status == 200 || status == 404, () -> "status " + status);
                })));
    assertTrue(first.await(60, TimeUnit.SECONDS), () -> "nothing was added: " + problems);
    // This is not a wait for an event. The moment of the kill is random.
    threads.getFirst().join(1 + random.nextInt(MAX_ROUND_MILLIS));
    node.kill();
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), List.copyOf(problems));
  }

  private void untilKilled(Runnable step) {
    try {
      while (true) {
        step.run();
      }
    } catch (UncheckedIOException killed) {
      // An interrupted request may or may not have been executed.
    } catch (RuntimeException | AssertionError problem) {
      problems.add(problem);
    }
  }

  private void add(Client client) {
    int size = SIZES[random.nextInt(SIZES.length)];
    int from = next.getAndAdd(size);
    begun.add(new int[] {from, size});
    JsonArray bars = new JsonArray();
    for (int minute = from; minute < from + size; minute++) {
      bars.add(
          new JsonObject()
              .put("timeUtc", FIRST.plusSeconds(60L * minute).toString())
              .put("open", minute)
              .put("high", minute)
              .put("low", minute)
              .put("close", minute));
    }
    Reply reply =
        client
            .request("POST", SYMBOL + "/bars")
            .key(KEY)
            .json(new JsonObject().put("bars", bars))
            .send();
    assertEquals(200, reply.status(), reply.text());
    for (int minute = from; minute < from + size; minute++) {
      acknowledged.add(minute);
    }
  }

  private boolean isAcknowledged(int[] addition) {
    return acknowledged.contains(addition[0]);
  }

  private void check(Client client) {
    int rows = client.get(SYMBOL).json().getJsonObject("metadata").getInteger("rowCount");
    TreeSet<Integer> found = new TreeSet<>();
    int page = 0;
    JsonObject reply;
    do {
      page++;
      reply = client.get(SYMBOL + "?format=json&sortOrder=asc&page=" + page).json();
      reply.getJsonArray("data").forEach(row -> found.add(minute((JsonObject) row)));
    } while (reply.getJsonObject("pagination").getBoolean("hasNextPage"));
    assertEquals(rows, found.size());
    Set<Integer> missing = new TreeSet<>(acknowledged);
    missing.removeAll(found);
    assertEquals(Set.of(), missing);
    for (int[] addition : begun) {
      long there = found.subSet(addition[0], addition[0] + addition[1]).size();
      assertTrue(there == 0 || there == addition[1], () -> there + " of " + addition[1]);
    }
    acknowledged.addAll(found);
    assertEquals(rows + 1L, client.get(SYMBOL + "/csv").text().lines().count());
  }

  private static int minute(JsonObject row) {
    long seconds =
        Instant.parse(row.getString("timeUtc")).getEpochSecond() - FIRST.getEpochSecond();
    assertEquals(seconds / 60.0, row.getDouble("close"));
    return (int) (seconds / 60);
  }
}
