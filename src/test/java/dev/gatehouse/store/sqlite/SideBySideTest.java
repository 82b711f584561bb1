package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import de.bwaldvogel.mongo.bson.Document;
import dev.gatehouse.store.DocumentStoreException;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Concurrent commands: readers beside the writer, and writers in a shared commit. */
class SideBySideTest {
  @RegisterExtension final TestEngine store = new TestEngine();

  /** Keeps the writer busy until the latch opens. */
  private CompletableFuture<Boolean> busy(CountDownLatch release) {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Boolean> busy =
        CompletableFuture.supplyAsync(() ->
            store
                .engine
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
  void readsOnlyCommittedDataDuringWrite() {
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> busy = busy(release);
    assertEquals(1, store.documents.count("c", new JsonObject()));
    assertTrue(store.documents.findOne("c", TestEngine.byId(-1)).isPresent());
    assertTrue(store.documents.findOne("c", new JsonObject().put("_id", "half")).isEmpty());
    assertFalse(busy.isDone());
    release.countDown();
    busy.join();
    assertEquals(2, store.documents.count("c", new JsonObject()));
  }

  @Test
  void commitsWaitingCommandsTogether() {
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> busy = busy(release);
    var commits = new AtomicInteger();
    store.engine.watch(TestEngine.commits(commits));
    List<CompletableFuture<Void>> inserts = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      JsonObject one = TestEngine.document(i);
      Runnable insert = () -> store.documents.insert("c", List.of(one));
      CompletableFuture<Void> done = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            insert.run();
            done.complete(null);
          });
      inserts.add(done);
    }
    while (store.engine.writer().waiting() < 40) {
      Thread.onSpinWait();
    }
    release.countDown();
    busy.join();
    CompletableFuture.allOf(inserts.toArray(CompletableFuture[]::new)).join();
    assertEquals(2, commits.get());
    assertEquals(42, store.documents.count("c", new JsonObject()));
  }

  /** Other commands are queued before and after it in the same commit. */
  @Test
  void rollsBackOnlyFailedCommandOfCommit() {
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> busy = busy(release);
    CompletableFuture<Void> before =
        next(() -> store.documents.insert("c", List.of(TestEngine.document(1))));
    CompletableFuture<Void> broken =
        next(() ->
            store
                .engine
                .writer()
                .run(all -> {
                  StoredCollection collection = all.of("test").existing("c");
                  collection.addDocument(new Document("_id", "gone"));
                  collection.addDocument(new Document("_id", "gone too"));
                  throw new IllegalArgumentException("on purpose");
                }));
    CompletableFuture<Void> behind =
        next(() -> store.documents.insert("c", List.of(TestEngine.document(2))));
    release.countDown();
    CompletableFuture.allOf(busy, before, behind).join();
    assertThrows(RuntimeException.class, broken::join);
    assertEquals(4, store.documents.count("c", new JsonObject()));
    assertTrue(store.documents.findOne("c", new JsonObject().put("_id", "gone")).isEmpty());
    assertEquals(List.of(), store.engine.readers().run(IndexAudit::report).faults());
    assertTrue(store.engine.trouble().isEmpty());
  }

  /** Queues a command for the writer behind the waiting ones. */
  private CompletableFuture<Void> next(Runnable command) {
    int waiting = store.engine.writer().waiting();
    CompletableFuture<Void> done =
        CompletableFuture.runAsync(command, task -> Thread.ofVirtual().start(task));
    while (store.engine.writer().waiting() == waiting) {
      Thread.onSpinWait();
    }
    return done;
  }

  @Test
  void releasesReaderAfterFailure() {
    AtomicBoolean failed = new AtomicBoolean();
    for (int i = 0; i < 20; i++) {
      failed.set(false);
      try {
        store.documents.count("c", new JsonObject("{\"n\":{\"$in\":5}}"));
      } catch (DocumentStoreException e) {
        failed.set(true);
      }
      assertTrue(failed.get());
    }
    assertEquals(1, store.documents.count("c", new JsonObject()));
  }

  @Test
  void appliesAllConcurrentIncrements() {
    LongAdder wrong = new LongAdder();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 30; t++) {
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 0; i < 20; i++) {
                  JsonObject more = new JsonObject("{\"$inc\":{\"hits\":1}}");
                  if (store.documents.update("c", TestEngine.byId(-1), more, true).isEmpty()) {
                    wrong.increment();
                  }
                }
              }));
    }
    threads.forEach(SideBySideTest::join);
    assertEquals(0, wrong.sum());
    assertEquals(
        600, store.documents.findOne("c", TestEngine.byId(-1)).orElseThrow().getInteger("hits"));
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
