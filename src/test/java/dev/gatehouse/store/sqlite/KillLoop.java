package dev.gatehouse.store.sqlite;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Kills a store's process at random moments during writes. After each kill it compares the data
 * with the acknowledged writes, which are recorded outside the process. Argument: the number of
 * kills (default 20).
 */
public final class KillLoop {
  private static final int WRITERS = 6;
  private static final int LONGEST_ROUND_MILLIS = 900;

  /** The optimizing compiler would use most of a process's lifetime of one second. */
  private static final List<String> SHORT_LIVED =
      List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Path directory;
  private final Random random = new Random();
  private final Vertx vertx = Vertx.vertx();
  private final KillLoopLedger ledger;

  private KillLoop(Path directory) throws IOException {
    this.directory = directory;
    this.ledger = new KillLoopLedger(directory.resolve("acknowledged.log"));
  }

  public static void main(String[] arguments) throws Exception {
    int kills = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int lost = run(Files.createTempDirectory("kill-loop"), kills);
    System.exit(lost == 0 ? 0 : 1);
  }

  /** Runs the loop. Returns the number of lost or inconsistent writes. */
  static int run(Path directory, int kills) throws Exception {
    KillLoop loop = new KillLoop(directory);
    int lost = 0;
    try {
      for (int kill = 1; kill <= kills; kill++) {
        lost += loop.round(kill);
      }
    } finally {
      loop.vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
    System.out.printf("%d kills, %d lost or in disagreement%n", kills, lost);
    return lost;
  }

  private int round(int kill) throws Exception {
    long before = ledger.acknowledgements();
    int delay = 150 + random.nextInt(LONGEST_ROUND_MILLIS);
    Path data = directory.resolve("data");
    Process child = ChildProcess.start(SHORT_LIVED, StoreServerMain.class, "0", data.toString());
    try {
      write(url(child.inputReader()), child, delay);
    } finally {
      child.destroyForcibly();
    }
    child.waitFor(20, TimeUnit.SECONDS);
    long start = System.nanoTime();
    List<String> disagreements = IndexAudit.of(data);
    List<String> losses = losses();
    long size = Files.size(data.resolve("documents.db"));
    System.out.printf(
        "kill %d after %d ms: %d writes acknowledged, %d documents, file %.1f MB, checked in %d ms,"
            + " lost %s, indexes %s%n",
        kill,
        delay,
        ledger.acknowledgements() - before,
        ledger.documents(),
        size / 1e6,
        (System.nanoTime() - start) / 1_000_000,
        losses.isEmpty() ? "nothing" : losses,
        disagreements.isEmpty() ? "agree" : disagreements);
    return losses.size() + disagreements.size();
  }

  private static String url(BufferedReader output) throws IOException {
    String line;
    while ((line = output.readLine()) != null) {
      if (line.contains("mongodb://")) {
        return line.substring(line.indexOf("mongodb://"));
      }
    }
    throw new IOException("the store did not start");
  }

  private MongoClient client(String url) {
    return MongoClient.create(
        vertx, new JsonObject().put("connection_string", url).put("db_name", "test"));
  }

  private void write(String url, Process child, int delay) throws Exception {
    MongoClient client = client(url);
    KillLoopWriter.createIndexes(client);
    Thread[] writers = new Thread[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
      KillLoopWriter writer = new KillLoopWriter(client, ledger, new Random(random.nextLong()));
      writers[i] = Thread.ofVirtual().start(writer);
    }
    long before = ledger.acknowledgements();
    while (child.isAlive() && ledger.acknowledgements() == before) {
      child.waitFor(10, TimeUnit.MILLISECONDS);
    }
    // This is not a wait for an event. The moment of the kill is random.
    child.waitFor(delay, TimeUnit.MILLISECONDS);
    child.destroyForcibly();
    for (Thread writer : writers) {
      writer.join();
    }
    client.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private List<String> losses() {
    try (EmbeddedMongo reopened =
        EmbeddedMongo.start(directory.resolve("data"), 0, true, Clock.systemUTC())) {
      MongoClient client = client(reopened.url());
      try {
        return ledger.compare(TestStore.await(client.find("c", new JsonObject())));
      } finally {
        TestStore.await(client.close());
      }
    }
  }
}
