package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.files.DiskFault;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The disk becomes full during writes, and has free space again later. */
class FullDiskTest {
  private static final int BATCH = 20;

  private static final long UNLIMITED = 1 << 30;

  @TempDir Path directory;
  private final TreeSet<Integer> acknowledged = new TreeSet<>();
  @AutoClose private OpenStore store;

  @BeforeEach
  void open() {
    store = OpenStore.open(directory, true);
    documents().index("c", JsonObject.of("n", 1), new IndexOptions());
  }

  private DocumentCommands documents() {
    return store.documents();
  }

  private void insert(int from) {
    List<JsonObject> batch =
        IntStream.range(from, from + BATCH)
            .mapToObj(i -> JsonObject.of("_id", "id" + i, "n", i, "x", "x".repeat(3000)))
            .toList();
    documents().insert("c", batch);
    IntStream.range(from, from + BATCH).forEach(acknowledged::add);
  }

  /** Asserts that documents and index contain exactly the acknowledged writes. */
  private void assertNothingLostAndNothingHalf() {
    JsonObject byIndex = JsonObject.of("n", JsonObject.of("$gte", 0));
    for (JsonObject query : List.of(new JsonObject(), byIndex)) {
      List<Integer> found = new ArrayList<>();
      documents()
          .find("c", query, new JsonObject(), 0, 0)
          .forEach(each -> found.add(each.getInteger("n")));
      found.sort(null);
      assertEquals(List.copyOf(acknowledged), found);
      assertEquals(found.size(), documents().count("c", query));
    }
  }

  private long pages() {
    return Long.parseLong(store.writer().run(sql -> sql.pragma("page_count")));
  }

  /** Limits the pages of the file. SQLite reports a full disk beyond the limit. */
  private void limit(long pages) {
    store.writer().run(sql -> sql.pragma("max_page_count=" + pages));
  }

  private int fillUp(int from) {
    int next = from;
    limit(pages() + 75);
    while (true) {
      int start = next;
      if (start > from + 100_000) {
        throw new AssertionError("the disk never got full");
      }
      try {
        insert(start);
      } catch (StoreFullException full) {
        return start;
      }
      next += BATCH;
    }
  }

  @Test
  void rollsBackOnFullDiskAndResumesWriting() {
    insert(0);
    int next = BATCH;
    for (int round = 0; round < 3; round++) {
      next = fillUp(next);
      assertTrue(store.writer().trouble().orElseThrow().contains("can't write its file"));
      assertNothingLostAndNothingHalf();
      int again = next;
      assertThrows(StoreFullException.class, () -> insert(again));
      assertNothingLostAndNothingHalf();
      limit(UNLIMITED);
      awaitHealth();
      insert(next);
      next += BATCH;
      assertNothingLostAndNothingHalf();
    }
    store.close();
    store = OpenStore.open(directory, true);
    assertNothingLostAndNothingHalf();
    store.close();
    assertEquals(List.of(), EmbeddedStore.verify(directory).faults());
    store = OpenStore.open(directory, false);
  }

  /** Waits for the recovery. A failed store periodically attempts a small write. */
  private void awaitHealth() {
    Instant end = Instant.now().plus(Duration.ofSeconds(20));
    while (store.writer().trouble().isPresent()) {
      assertTrue(Instant.now().isBefore(end), "the store stayed in trouble");
      documents().count("c", new JsonObject());
    }
  }

  /** SQLite reports an exceeded quota as a write error, because only ENOSPC means full to it. */
  @ParameterizedTest
  @CsvSource({
    "SQLITE_FULL, FAILED, StoreFullException, StoreFullException",
    "SQLITE_IOERR_WRITE, FULL, StoreFullException, StoreFullException",
    "SQLITE_IOERR_WRITE, FAILED, StoreAwayException, UnknownOutcomeException",
    "SQLITE_IOERR_WRITE, READ_ONLY, StoreAwayException, StoreAwayException",
    "SQLITE_IOERR_FSYNC, READ_ONLY, StoreAwayException, UnknownOutcomeException",
    "SQLITE_IOERR_FSYNC, FULL, StoreFullException, UnknownOutcomeException",
    "SQLITE_IOERR_FSYNC, FAILED, StoreAwayException, UnknownOutcomeException",
    "SQLITE_IOERR_READ, FULL, StoreAwayException, UnknownOutcomeException",
    "SQLITE_READONLY, FULL, StoreAwayException, StoreAwayException",
  })
  void distinguishesFullDiskFromFailingDisk(
      SQLiteErrorCode code, DiskFault fault, String exception, String ofCommit) {
    StoreFailure failure =
        StoreFailure.of(
            Path.of("documents.sqlite"),
            new SQLiteException("failed", code),
            folder -> Optional.of(fault));
    assertEquals(exception, thrown(failure));
    assertEquals(ofCommit, thrown(failure.ofCommit()));
  }

  private static String thrown(StoreFailure failure) {
    return assertThrows(
            RuntimeException.class,
            () ->
                StoreFailure.translated(() -> {
                  throw failure;
                }))
        .getClass()
        .getSimpleName();
  }
}
