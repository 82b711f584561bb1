package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start reads as many bans as fit in memory, and the store is asked for the others. */
class BansAtStartTest {
  private static final int MAX = 1_000;
  private static final int BANS = 3_000;

  @TempDir Path folder;
  private EmbeddedStore store;
  private GateSide node;

  @BeforeEach
  void fill() {
    store = EmbeddedStore.open(folder, false);
    var documents = new Documents(store.documents(), new SecureRandom());
    node = new GateSide(documents, MAX);
    documents
        .collection("bans", BanRepository.Entry.class)
        .insert(IntStream.range(0, BANS).mapToObj(BansAtStartTest::entry).toList());
  }

  @AfterEach
  void close() {
    node.vertx.close().await();
    store.close();
  }

  private static BanRepository.Entry entry(int i) {
    return new BanRepository.Entry(
        address(i), "a test", 0, GateSide.NOW, GateSide.NOW.plus(GateSide.HOUR), 1);
  }

  private static String address(int i) {
    return "10.1." + (i >> 8) + '.' + (i & 255);
  }

  private long banned() {
    return IntStream.range(0, BANS).filter(i -> node.banned(address(i))).count();
  }

  @Test
  void readsOnlyBansThatFit() {
    long before = store.documentsRead();
    node.view.confirm();
    long read = store.documentsRead() - before;
    assertTrue(read <= 2 * MAX + 10, read + " documents");
    assertEquals(MAX, banned());
    assertFalse(node.gate.complete(), "the store is asked for the others");
    node.view.confirm();
    assertTrue(store.documentsRead() - before <= read + 10, "the bans are not read again");
  }

  @Test
  void readsAllBansOnceOthersHaveEnded() {
    node.view.confirm();
    for (int i = 0; i <= BANS - MAX; i++) {
      assertTrue(node.stores.bans().lift(address(i), GateSide.NOW));
    }
    node.view.changing(ChangeLog.Kind.ALL, "another node", () -> true);
    assertTrue(node.gate.complete());
    assertEquals(MAX - 1, banned());
  }
}
