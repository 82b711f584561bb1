package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.area.ListQuery;
import dev.gatehouse.security.Ban;
import dev.gatehouse.security.BanLadder;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of many bans, half of which have ended. */
class BanPagesTest {
  private static final Instant NOW = Instant.parse("2027-03-12T20:00:00Z");
  private static final int ALL = 8_000;
  private static final int ACTIVE = ALL / 2;
  private static final int PAGE = 100;

  @TempDir Path folder;
  @AutoClose private EmbeddedStore store;
  private DocumentCollection<BanRepository.Entry> all;
  private BanRepository bans;

  @BeforeEach
  void open() {
    store = EmbeddedStore.open(folder, false);
    var documents = new Documents(store.documents(), new SecureRandom());
    bans = new BanRepository(documents, BanLadder.parse(List.of("1h")), Duration.ofDays(1));
    documents.createIndexes();
    all = documents.collection("bans", BanRepository.Entry.class);
  }

  @Test
  void readsFewDocumentsPerPage() {
    fill(true);
    bans.list(NOW);
    assertPagesAreFlat();
  }

  @Test
  void listsBansOfEarlierReleases() {
    fill(null);
    assertEquals(0, bans.page(NOW, ListQuery.ALL, 0, PAGE).size());
    bans.list(NOW);
    bans.list(NOW);
    assertPagesAreFlat();
  }

  /** An earlier release renews a ban without the flag. */
  @Test
  void listsBanThatEarlierReleaseRenewed() {
    all.insert(
        new BanRepository.Entry("192.0.2.1", "a test", 0, NOW, NOW.plusSeconds(9), 1, false));
    bans.list(NOW);
    assertEquals(1, bans.page(NOW, ListQuery.ALL, 0, PAGE).size());
    assertEquals(0, bans.page(NOW.plusSeconds(9), ListQuery.ALL, 0, PAGE).size());
    bans.list(NOW.plusSeconds(9));
    bans.ban("192.0.2.1", "again", 0, null, NOW.plusSeconds(10));
    assertEquals(1, bans.page(NOW.plusSeconds(10), ListQuery.ALL, 0, PAGE).size());
  }

  private void assertPagesAreFlat() {
    Set<String> seen = new HashSet<>();
    for (int skip = 0; skip < ACTIVE; skip += PAGE) {
      long before = store.documentsRead();
      bans.page(NOW, ListQuery.ALL, skip, PAGE).stream().map(Ban::address).forEach(seen::add);
      assertEquals(PAGE, store.documentsRead() - before, "after " + skip);
    }
    assertEquals(ACTIVE, seen.size());
    long before = store.documentsRead();
    assertEquals(ACTIVE, bans.count(NOW));
    bans.list(NOW);
    assertEquals(before, store.documentsRead());
  }

  private void fill(Boolean listed) {
    for (int from = 0; from < ALL; from += 1_000) {
      all.insert(IntStream.range(from, from + 1_000).mapToObj(i -> entry(i, listed)).toList());
    }
  }

  /** Returns a ban. Every second one has ended. */
  private static BanRepository.Entry entry(int number, Boolean listed) {
    Instant end = number % 2 == 0 ? NOW : NOW.plusSeconds(60);
    return new BanRepository.Entry(
        "10.0." + (number >> 8) + '.' + (number & 255),
        "a test",
        0,
        NOW.minusSeconds(number),
        end,
        1,
        listed);
  }
}
