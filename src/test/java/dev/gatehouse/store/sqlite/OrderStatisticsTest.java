package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored counts equal the counts of a scan, regardless of the changes since they were made. */
class OrderStatisticsTest {
  private static final long TREE = 7;
  private static final int ENTRIES = 30_000;

  @TempDir Path folder;
  private final Random random = new Random(11);
  private final NavigableSet<Session.Entry> model = new TreeSet<>();
  private StoreFile file;
  private Session session;
  private OrderStatistics ranks;

  @BeforeEach
  void open() {
    file = new StoreFile(folder, false);
    session = file.writer();
    ranks = file.ranks();
    ranks.recall(session, Map::of);
    change(() -> {
      for (int i = 0; i < ENTRIES; i++) {
        add(random.nextInt(1_000_000), i);
      }
    });
  }

  @AfterEach
  void close() {
    session.close();
    file.close();
  }

  private static byte[] key(int value) {
    return ByteBuffer.allocate(5).put((byte) 5).putInt(value).array();
  }

  private void change(Runnable work) {
    session.sql().run("BEGIN");
    work.run();
    ranks.save(session);
    session.sql().run("COMMIT");
    ranks.committed(session.entries());
  }

  private void add(int value, long position) {
    NewEntries entries = new NewEntries(session);
    entries.add(TREE, key(value), position);
    entries.write();
    model.add(new Session.Entry(key(value), position));
  }

  private void remove(Session.Entry entry) {
    session.entries().remove(TREE, entry.key(), entry.position());
    model.remove(entry);
  }

  private void countAll() {
    ranks.want(TREE);
    while (ranks.isBusy()) {
      ranks.count(session.entries());
    }
  }

  private static Range range(int low, int high) {
    return Range.of(key(low), key(high));
  }

  /** Returns all entries as a list. Every page is a part of it. */
  private List<Session.Entry> inside(Range range) {
    return model.stream().filter(entry -> range.contains(entry.key())).toList();
  }

  private void assertAgrees() {
    for (Range range :
        List.of(
            Range.ALL,
            range(0, 500_000),
            // Few entries precede it, fewer than the distance between checkpoints.
            range(5_000, 500_000),
            range(300_000, 310_000),
            range(990_000, 991_000))) {
      List<Session.Entry> all = inside(range);
      assertEquals(all.size(), ranks.count(session.entries(), TREE, range));
      for (boolean reverse : new boolean[] {false, true}) {
        List<Session.Entry> ordered = reverse ? all.reversed() : all;
        List<Long> skips =
            List.of(
                0L,
                1L,
                all.size() / 2L,
                Math.max(0L, all.size() - 500),
                Math.max(0L, all.size() - 3),
                (long) all.size(),
                Long.MAX_VALUE - 3);
        for (long skip : skips) {
          int first = (int) Math.min(skip, ordered.size());
          List<Session.Entry> page = ordered.subList(first, Math.min(first + 7, ordered.size()));
          List<Session.Entry> found =
              ranks.skipped(session.entries(), TREE, range, reverse, 7, skip);
          assertEquals(positions(page), positions(found), reverse + " from " + skip);
        }
      }
    }
  }

  private static List<Long> positions(List<Session.Entry> entries) {
    return entries.stream().map(Session.Entry::position).toList();
  }

  @Test
  void returnsUnknownForUntrackedTree() {
    assertEquals(-1, ranks.count(session.entries(), TREE, Range.ALL));
    assertNull(ranks.skipped(session.entries(), TREE, Range.ALL, false, 7, 5_000));
    assertFalse(ranks.follows(TREE));
  }

  @Test
  void countsUnchangedTree() {
    countAll();
    assertAgrees();
  }

  @Test
  void countsTreeDuringChanges() {
    ranks.want(TREE);
    int position = ENTRIES;
    while (ranks.isBusy()) {
      ranks.count(session.entries());
      int from = position;
      position += 200;
      change(() -> {
        for (int i = from; i < from + 200; i++) {
          add(random.nextInt(1_000_000), i);
          remove(model.ceiling(new Session.Entry(key(random.nextInt(900_000)), 0)));
        }
      });
    }
    assertAgrees();
  }

  @Test
  void countsTreeTrimmedAtStartAndExtendedAtEnd() {
    countAll();
    for (int i = 0; i < 20; i++) {
      int from = 1_000_000 + i * 1_000;
      change(() -> {
        for (int j = from; j < from + 1_000; j++) {
          add(j, j);
        }
        List.copyOf(model).subList(0, 1_400).forEach(this::remove);
      });
      countAll();
    }
    assertAgrees();
    change(() -> List.copyOf(model).forEach(this::remove));
    assertAgrees();
    change(() -> add(5, 5));
    assertAgrees();
  }

  @Test
  void countsAfterFirstSegmentGrows() {
    countAll();
    change(() -> {
      for (int i = 0; i < 2_500; i++) {
        add(5_000 + i % 1_000, ENTRIES + i);
      }
    });
    assertAgrees();
  }

  /** If half of the stored counts are evicted during a count, they must not be treated as zero. */
  @Test
  void returnsUnknownForCountsEvictedDuringRead() throws Exception {
    long all = inside(range(100, 900_000)).size();
    countAll();
    var over = new AtomicBoolean();
    List<Long> wrong = new CopyOnWriteArrayList<>();
    Session reader = file.reader();
    Thread counting =
        Thread.ofPlatform()
            .start(() -> {
              while (!over.get()) {
                long count = ranks.count(reader.entries(), TREE, range(100, 900_000));
                if (count != -1 && count != all) {
                  wrong.add(count);
                }
              }
            });
    for (int i = 0; i < 60; i++) {
      ranks.undone(session.entries());
      ranks.recall(session, Map::of);
      countAll();
    }
    over.set(true);
    counting.join();
    reader.close();
    assertEquals(List.of(), wrong);
  }

  /** Queries of more trees than can be stored use scans and do not evict the existing trees. */
  @Test
  void keepsFirstTreesOverLimit() {
    countAll();
    for (long tree = 100; tree < 200; tree++) {
      ranks.want(tree);
      while (ranks.isBusy()) {
        ranks.count(session.entries());
      }
    }
    assertAgrees();
    assertTrue(LongStream.range(100, 200).filter(ranks::follows).count() < 64);
  }

  @Test
  void recountsAfterReset() {
    countAll();
    ranks.undone(session.entries());
    ranks.recall(session, Map::of);
    assertEquals(-1, ranks.count(session.entries(), TREE, Range.ALL));
    countAll();
    assertAgrees();
  }

  @Test
  void requestsAndUsesCountsForDeepPages() {
    Range range = range(100_000, 900_000);
    List<Session.Entry> all = inside(range);
    List<List<Long>> pages = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      pages.add(
          positions(
              session
                  .entries()
                  .find(TREE, range, null, true, 7, all.size() - OrderStatistics.WORTH)));
      countAll();
    }
    int begin = OrderStatistics.WORTH - 7;
    assertEquals(positions(all.subList(begin, begin + 7).reversed()), pages.getFirst());
    assertEquals(pages.getFirst(), pages.getLast());
    assertEquals(all.size(), session.entries().count(TREE, range, Long.MAX_VALUE));
    assertEquals(
        OrderStatistics.WORTH, session.entries().count(TREE, range, OrderStatistics.WORTH));
  }
}
