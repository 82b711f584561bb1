package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import de.bwaldvogel.mongo.bson.Document;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Long commands, and the scheduling of other commands meanwhile. */
class LongCommandsTest {
  private static final int MANY = 6_000;

  @RegisterExtension final TestEngine store = new TestEngine();

  private void fill() {
    List<JsonObject> all = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      all.add(TestEngine.document(i));
    }
    store.documents.insert("c", all);
  }

  /** Queues an insert at this commit. Returns the number of commits before it runs. */
  private CompletableFuture<Integer> insertBehind(AtomicInteger commits) {
    int before = commits.get();
    CompletableFuture<Integer> waited =
        CompletableFuture.supplyAsync(
            () ->
                store
                    .engine
                    .writer()
                    .run(all -> {
                      all.of("test").existing("c").addDocument(new Document("_id", "at" + before));
                      return commits.get() - before;
                    }),
            Thread::startVirtualThread);
    while (store.engine.writer().waiting() == 0) {
      Thread.onSpinWait();
    }
    return waited;
  }

  @Test
  void interleavesOtherWritesWithLongDelete() {
    store.documents.index("c", new JsonObject().put("n", 1), new IndexOptions());
    fill();
    JsonObject most = new JsonObject().put("n", new JsonObject().put("$gte", 100));
    var waits = new ConcurrentLinkedQueue<CompletableFuture<Integer>>();
    var over = new AtomicBoolean();
    var commits = new AtomicInteger();
    store.engine.watch(
        TestEngine.counting(
            commits,
            () -> {
              if (!over.get()) {
                waits.add(insertBehind(commits));
              }
            }));
    CompletableFuture<Long> deleting =
        CompletableFuture.supplyAsync(() -> store.documents.removeAll("c", most));
    while (!deleting.isDone()) {
      assertTrue(store.documents.findOne("c", TestEngine.byId(5)).isPresent());
    }
    over.set(true);
    assertEquals(MANY - 100, deleting.join());
    store.engine.writer().run(all -> true);
    int inserts = waits.size();
    assertTrue(inserts >= 3, "only " + inserts + " inserts had their turn");
    int longest = waits.stream().mapToInt(CompletableFuture::join).max().orElseThrow();
    // The commit of the part of the deletion that arrived just before it.
    assertTrue(longest <= 1, "one waited for " + longest + " commits of " + commits);
    assertEquals(101 + inserts, store.documents.count("c", new JsonObject()));
    assertEquals(List.of(), store.engine.readers().run(IndexAudit::report).faults());
  }

  /** Returns the largest change of a number by one commit, while an insert waits at each commit. */
  private long largestStep(LongSupplier number, Runnable work) {
    var waits = new ConcurrentLinkedQueue<CompletableFuture<Integer>>();
    var numbers = new ArrayList<Long>();
    var over = new AtomicBoolean();
    var commits = new AtomicInteger();
    store.engine.watch(
        TestEngine.counting(
            commits,
            () -> {
              if (!over.get()) {
                numbers.add(number.getAsLong());
                waits.add(insertBehind(commits));
              }
            }));
    work.run();
    over.set(true);
    waits.forEach(CompletableFuture::join);
    long largest = 0;
    for (int i = 1; i < numbers.size(); i++) {
      largest = Math.max(largest, Math.abs(numbers.get(i) - numbers.get(i - 1)));
    }
    return largest;
  }

  @Test
  void deletesFewDocumentsWhileOthersWait() {
    store.documents.index("c", new JsonObject().put("n", 1), new IndexOptions());
    fill();
    JsonObject most = new JsonObject().put("n", new JsonObject().put("$gte", 100));
    long largest =
        largestStep(
            () -> store.documents.count("c", new JsonObject()),
            () -> assertEquals(MANY - 100, store.documents.removeAll("c", most)));
    assertTrue(largest <= 150, largest + " documents were deleted by one commit");
  }

  /** An insert that arrives at any time waits for the pages of one commit. */
  @Test
  void deletesFewDocumentsPerCommit() {
    fill();
    var commits = new AtomicInteger();
    store.engine.watch(TestEngine.commits(commits));
    assertEquals(MANY + 1, store.documents.removeAll("c", new JsonObject()));
    int least = MANY / WriteCommand.SLICE_SELECTED;
    assertTrue(commits.get() >= least, "only " + commits + " commits");
  }

  @Test
  void buildsIndexDuringWrites() {
    fill();
    CompletableFuture<Void> building =
        CompletableFuture.runAsync(
            () -> store.documents.index("c", new JsonObject().put("v", 1), new IndexOptions()));
    Random random = new Random(5);
    int changes = 0;
    while (!building.isDone()) {
      int i = random.nextInt(MANY);
      switch (changes++ % 3) {
        case 0 -> store.documents.remove("c", TestEngine.byId(i));
        case 1 ->
            store.documents.update(
                "c",
                TestEngine.byId(i),
                new JsonObject().put("$set", new JsonObject().put("v", random.nextInt(50))),
                false);
        default -> store.documents.insert("c", List.of(TestEngine.document(MANY + changes)));
      }
    }
    building.join();
    assertTrue(changes >= 3, "only " + changes + " changes had their turn");
    assertEquals(List.of(), store.engine.readers().run(IndexAudit::report).faults());
    long before = store.engine.documentsRead();
    store.documents.count("c", new JsonObject().put("v", 3));
    assertEquals(0, store.engine.documentsRead() - before, "the index is used");
  }

  @Test
  void leavesNoIndexAfterUniqueViolation() {
    fill();
    IndexOptions unique = new IndexOptions().name("v").unique(true);
    assertThrows(
        RuntimeException.class,
        () -> store.documents.index("c", new JsonObject().put("v", 1), unique));
    assertEquals(1, indexes());
    store.documents.insert("c", List.of(TestEngine.document(MANY)));
  }

  private int indexes() {
    return store.engine.readers().run(all -> all.of("test").existing("c").data().indexes().size());
  }

  @Test
  void dropsHalfBuiltIndexAfterCrash() {
    fill();
    IndexDefinition definition =
        IndexDefinition.of(new Document("key", new Document("v", 1)).append("name", "half"));
    long tree =
        store
            .engine
            .writer()
            .run(all -> {
              StoredCollection collection = all.of("test").existing("c");
              OrderedIndex index = collection.addIndex(definition, true);
              collection.data().fill(index, "test.c", 0, 300);
              return index.tree();
            });
    store.reopen();
    assertEquals(1, indexes());
    while (store.engine.readers().run(all -> all.session().entries().nextTree(tree)) != Scan.END) {
      Thread.onSpinWait();
    }
    assertEquals(List.of(), store.engine.readers().run(IndexAudit::report).faults());
  }
}
