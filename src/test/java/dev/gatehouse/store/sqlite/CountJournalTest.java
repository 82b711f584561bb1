package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entry counts in the file: a store that is opened again uses them without reading the entries. */
@Tag("slow")
class CountJournalTest {
  private static final long TREE = 7;
  private static final int ENTRIES = 9_000;
  private static final byte[] BYTES = {1, 2, 3};

  @TempDir Path folder;
  private final Random random = new Random(5);
  private final NavigableSet<Session.Entry> model = new TreeSet<>();
  private StoreFile file;
  private Session session;
  private OrderStatistics ranks;
  private long next;

  @BeforeEach
  void fill() {
    open(folder);
    change(() -> {
      for (int i = 0; i < ENTRIES; i++) {
        add(random.nextInt(1_000_000));
      }
    });
    ranks.want(TREE);
    count();
  }

  @AfterEach
  void close() {
    session.close();
    file.close();
  }

  /** Opens a store's file as a start does. */
  private void open(Path in) {
    file = new StoreFile(in, false);
    session = file.writer();
    ranks = file.ranks();
    ranks.recall(session, () -> Map.of(TREE, -1L));
  }

  private void reopen() {
    close();
    open(folder);
  }

  private void count() {
    while (ranks.isBusy()) {
      ranks.count(session.entries());
    }
    change(() -> {});
  }

  private void change(Runnable work) {
    session.sql().run("BEGIN");
    session.settle();
    work.run();
    ranks.save(session);
    session.sql().run("COMMIT");
    ranks.committed(session.entries());
  }

  private static byte[] key(int value) {
    return ByteBuffer.allocate(5).put((byte) 5).putInt(value).array();
  }

  private void add(int value) {
    Session.Entry entry = new Session.Entry(key(value), next++);
    session.putDocument(entry.position(), BYTES);
    NewEntries entries = new NewEntries(session);
    entries.add(TREE, entry.key(), entry.position());
    entries.write();
    model.add(entry);
  }

  private void remove(Session.Entry entry) {
    session.removeDocument(entry.position());
    session.entries().remove(TREE, entry.key(), entry.position());
    model.remove(entry);
  }

  private long rows(String table) {
    return session.sql().query(rows -> rows.getLong(1), "SELECT count(*) FROM " + table);
  }

  private void assertStored() {
    assertTrue(ranks.follows(TREE));
    for (int low = 0; low < 1_000_000; low += 190_000) {
      Range range = Range.of(key(low), key(low + 400_000));
      List<Session.Entry> all = model.stream().filter(each -> range.contains(each.key())).toList();
      assertEquals(all.size(), ranks.count(session.entries(), TREE, range));
      int middle = all.size() / 2;
      assertEquals(
          all.isEmpty()
              ? List.of()
              : List.of(all.get(middle)).stream().map(Session.Entry::position).toList(),
          ranks.skipped(session.entries(), TREE, range, false, 1, middle).stream()
              .map(Session.Entry::position)
              .toList());
    }
  }

  private void assertDiscarded() {
    assertFalse(ranks.follows(TREE));
    assertNull(ranks.skipped(session.entries(), TREE, Range.ALL, false, 1, 5_000));
    ranks.want(TREE);
    count();
    reopen();
    assertStored();
  }

  @Test
  void usesCountsOfLastRun() {
    reopen();
    assertStored();
  }

  /** Segments grow, are split and become empty, between starts and within a run. */
  @Test
  void keepsCountsDuringChangesAndStarts() {
    for (int run = 0; run < 12; run++) {
      int center = random.nextInt(900_000);
      for (int i = 0; i < 4; i++) {
        change(() -> {
          for (int j = 0; j < 700; j++) {
            add(center + random.nextInt(1_000));
          }
          List.copyOf(model.headSet(new Session.Entry(key(60_000 * (center % 3)), 0)))
              .forEach(this::remove);
        });
        if (random.nextBoolean()) {
          count();
        }
      }
      if (random.nextBoolean()) {
        reopen();
      }
      count();
      assertStored();
    }
    change(() -> List.copyOf(model).forEach(this::remove));
    reopen();
    assertStored();
  }

  @Test
  void shortensStoredChanges() {
    for (int i = 0; i < 5_600; i++) {
      change(() -> add(random.nextInt(1_000_000)));
    }
    long changes = rows("count_changes");
    assertTrue(changes < 1_000, changes + " changes are stored");
    count();
    reopen();
    assertStored();
  }

  /** A copy of the files between two commits is what a killed process leaves. */
  @Test
  void keepsCountsOfKilledProcess(@TempDir Path copies) throws IOException {
    for (int i = 0; i < 8; i++) {
      change(() -> {
        for (int j = 0; j < 600; j++) {
          add(500_000 + random.nextInt(100_000));
        }
      });
      Path copy = Files.createDirectory(copies.resolve("copy" + i));
      for (String name : List.of(StoreFile.NAME, StoreFile.NAME + "-wal")) {
        Files.copy(folder.resolve(name), copy.resolve(name));
      }
      close();
      open(copy);
      count();
      assertStored();
      close();
      open(folder);
    }
  }

  @Test
  void ignoresChangesOfFailedTransaction() {
    session.sql().run("BEGIN");
    add(1);
    ranks.save(session);
    session.sql().run("ROLLBACK");
    model.remove(model.first());
    ranks.undone(session.entries());
    assertEquals(-1, ranks.count(session.entries(), TREE, Range.ALL));
    ranks.recall(session, () -> Map.of(TREE, -1L));
    assertStored();
  }

  /** A release without counts changes documents with these statements. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "REPLACE INTO documents VALUES (99999, 1, x'01')",
        "REPLACE INTO documents VALUES (1, 1, x'01')",
        "DELETE FROM documents WHERE position=1",
        "DELETE FROM documents WHERE position IN (SELECT position FROM documents"
            + " WHERE position BETWEEN 3 AND 9 ORDER BY position LIMIT 2)"
      })
  void discardsCountsAfterForeignWrites(String statement) {
    session.sql().run(statement);
    reopen();
    assertDiscarded();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE counts SET bytes=x'05'",
        "UPDATE counts SET number=number+1",
        "UPDATE count_changes SET bytes=x'0107010105' WHERE number=(SELECT max(number) FROM count_changes)",
        "DELETE FROM count_changes WHERE number=(SELECT max(number) FROM count_changes)",
        "UPDATE counters SET value=value+1 WHERE number=-3",
        "DROP TRIGGER document_updated"
      })
  void discardsDamagedCounts(String damage) {
    change(() -> add(3));
    change(() -> add(4));
    session.sql().run(damage);
    reopen();
    assertFalse(ranks.follows(TREE));
  }

  @Test
  void countsAgainIfTotalIsWrong() {
    close();
    file = new StoreFile(folder, false);
    session = file.writer();
    ranks = file.ranks();
    ranks.recall(session, () -> Map.of(TREE, (long) ENTRIES + 1));
    assertDiscarded();
  }

  /** Damage elsewhere must not prevent the start. */
  @Test
  void opensIfTotalIsUnreadable() {
    close();
    file = new StoreFile(folder, false);
    session = file.writer();
    ranks = file.ranks();
    ranks.recall(
        session,
        () -> {
          throw new StoreFailure("a counter is damaged");
        });
    assertDiscarded();
  }

  @Test
  void deletesCountsOfDroppedIndex() {
    change(() -> session.entries().removeFirst(TREE, 10));
    assertFalse(ranks.follows(TREE));
    change(() -> session.putDocument(1, BYTES));
    assertEquals(0, rows("counts"));
  }
}
