package dev.gatehouse.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.bwaldvogel.mongo.bson.Document;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.DocumentStoreException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands beside each other: readers beside the writer, writers in one commit, long commands. */
class SideBySideTest {
  private static final int MANY = 6_000;

  @TempDir Path folder;
  private Engine engine;
  private DocumentCommands documents;

  @BeforeEach
  void open() {
    engine = Engine.open(folder, false, InstantSource.system());
    documents = new EmbeddedDocuments(engine, "test");
    documents.insert("c", List.of(document(-1)));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static JsonObject document(int i) {
    return new JsonObject().put("_id", "id" + i).put("n", i).put("v", i % 7);
  }

  private static JsonObject byId(int i) {
    return new JsonObject().put("_id", "id" + i);
  }

  /** Keeps the writer busy until the latch opens. */
  private CompletableFuture<Boolean> busy(CountDownLatch release) {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Boolean> busy =
        CompletableFuture.supplyAsync(() ->
            engine
                .writer()
                .run(all -> {
                  all.of("test").existing("c").addDocument(new Document("_id", "half"));
                  begun.countDown();
                  await(release);
                  return true;
                }));
    await(begun);
    return busy;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void readersDoNotWaitForTheWriterAndSeeNothingUncommitted() {
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> busy = busy(release);
    assertEquals(1, documents.count("c", new JsonObject()));
    assertTrue(documents.findOne("c", byId(-1)).isPresent());
    assertTrue(documents.findOne("c", new JsonObject().put("_id", "half")).isEmpty());
    assertFalse(busy.isDone());
    release.countDown();
    busy.join();
    assertEquals(2, documents.count("c", new JsonObject()));
  }

  @Test
  void whatWaitsSharesACommit() {
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> busy = busy(release);
    var commits = new AtomicInteger();
    engine.watch(
        new StoreWatch() {
          @Override
          public void committed(long nanos) {
            commits.incrementAndGet();
          }

          @Override
          public void ran(long nanos) {}
        });
    List<CompletableFuture<Void>> inserts = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      JsonObject one = document(i);
      Runnable insert = () -> documents.insert("c", List.of(one));
      CompletableFuture<Void> done = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            insert.run();
            done.complete(null);
          });
      inserts.add(done);
    }
    while (engine.writer().waiting() < 40) {
      Thread.onSpinWait();
    }
    release.countDown();
    busy.join();
    CompletableFuture.allOf(inserts.toArray(CompletableFuture[]::new)).join();
    assertEquals(2, commits.get());
    assertEquals(42, documents.count("c", new JsonObject()));
  }

  @Test
  void aFailureInASharedCommitUndoesItsOwnCommandOnly() {
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> busy = busy(release);
    CompletableFuture<Void> good =
        CompletableFuture.runAsync(() -> documents.insert("c", List.of(document(1))));
    CompletableFuture<Void> broken =
        CompletableFuture.runAsync(() ->
            engine
                .writer()
                .run(all -> {
                  all.of("test").existing("c").addDocument(new Document("_id", "gone"));
                  throw new IllegalArgumentException("on purpose");
                }));
    while (engine.writer().waiting() < 2) {
      Thread.onSpinWait();
    }
    release.countDown();
    busy.join();
    good.join();
    assertThrows(RuntimeException.class, broken::join);
    assertEquals(3, documents.count("c", new JsonObject()));
    assertTrue(documents.findOne("c", new JsonObject().put("_id", "gone")).isEmpty());
    assertEquals(List.of(), engine.readers().run(Verification::of).faults());
    assertTrue(engine.trouble().isEmpty());
  }

  private void fill() {
    List<JsonObject> all = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      all.add(document(i));
    }
    documents.insert("c", all);
  }

  @Test
  void aLongDeleteLetsOthersIn() {
    documents.index("c", new JsonObject().put("n", 1), new IndexOptions());
    fill();
    JsonObject most = new JsonObject().put("n", new JsonObject().put("$gte", 100));
    CompletableFuture<Long> deleting =
        CompletableFuture.supplyAsync(() -> documents.removeAll("c", most));
    int inserts = 0;
    while (!deleting.isDone()) {
      documents.insert("c", List.of(document(-2 - inserts)));
      inserts++;
      assertTrue(documents.findOne("c", byId(5)).isPresent());
    }
    assertEquals(MANY - 100, deleting.join());
    assertTrue(inserts >= 3, "only " + inserts + " inserts had their turn");
    assertEquals(101 + inserts, documents.count("c", new JsonObject()));
    assertEquals(List.of(), engine.readers().run(Verification::of).faults());
  }

  @Test
  void anIndexIsBuiltWhileOthersWrite() {
    fill();
    CompletableFuture<Void> building =
        CompletableFuture.runAsync(
            () -> documents.index("c", new JsonObject().put("v", 1), new IndexOptions()));
    Random random = new Random(5);
    int changes = 0;
    while (!building.isDone()) {
      int i = random.nextInt(MANY);
      switch (changes++ % 3) {
        case 0 -> documents.remove("c", byId(i));
        case 1 ->
            documents.update(
                "c",
                byId(i),
                new JsonObject().put("$set", new JsonObject().put("v", random.nextInt(50))),
                false);
        default -> documents.insert("c", List.of(document(MANY + changes)));
      }
    }
    building.join();
    assertTrue(changes >= 3, "only " + changes + " changes had their turn");
    assertEquals(List.of(), engine.readers().run(Verification::of).faults());
    long before = engine.documentsRead();
    documents.count("c", new JsonObject().put("v", 3));
    assertEquals(0, engine.documentsRead() - before, "the index is used");
  }

  @Test
  void aUniqueIndexThatCannotBeLeavesNothing() {
    fill();
    IndexOptions unique = new IndexOptions().name("v").unique(true);
    assertThrows(
        RuntimeException.class, () -> documents.index("c", new JsonObject().put("v", 1), unique));
    assertEquals(1, indexes());
    documents.insert("c", List.of(document(MANY)));
  }

  private int indexes() {
    return engine.readers().run(all -> all.of("test").existing("c").data().indexes().size());
  }

  @Test
  void anIndexHalfBuiltAtACrashIsDroppedAndClearedAway() {
    fill();
    IndexDefinition definition =
        IndexDefinition.of(new Document("key", new Document("v", 1)).append("name", "half"));
    long tree =
        engine
            .writer()
            .run(all -> {
              StoredCollection collection = all.of("test").existing("c");
              OrderedIndex index = collection.addIndex(definition, true);
              collection.data().fill(index, "test.c", 0, 300);
              return index.tree();
            });
    engine.close();
    engine = Engine.open(folder, false, InstantSource.system());
    documents = new EmbeddedDocuments(engine, "test");
    assertEquals(1, indexes());
    while (engine.readers().run(all -> all.session().nextTree(tree)) != Walk.END) {
      Thread.onSpinWait();
    }
    assertEquals(List.of(), engine.readers().run(Verification::of).faults());
  }

  @Test
  void aReaderThatFailsLeavesItsPlace() {
    AtomicBoolean failed = new AtomicBoolean();
    for (int i = 0; i < 20; i++) {
      failed.set(false);
      try {
        documents.count("c", new JsonObject("{\"n\":{\"$in\":5}}"));
      } catch (DocumentStoreException e) {
        failed.set(true);
      }
      assertTrue(failed.get());
    }
    assertEquals(1, documents.count("c", new JsonObject()));
  }

  @Test
  void manyAtOnceCountExactly() {
    LongAdder wrong = new LongAdder();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 30; t++) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 0; i < 20; i++) {
                  JsonObject more = new JsonObject("{\"$inc\":{\"hits\":1}}");
                  if (documents.update("c", byId(-1), more, true).isEmpty()) {
                    wrong.increment();
                  }
                }
              }));
    }
    threads.forEach(SideBySideTest::join);
    assertEquals(0, wrong.sum());
    assertEquals(600, documents.findOne("c", byId(-1)).orElseThrow().getInteger("hits"));
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
