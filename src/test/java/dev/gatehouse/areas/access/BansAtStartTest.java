package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The work of a start does not grow with the number of bans. The others are read afterwards. */
class BansAtStartTest {
  private static final int BANS = BanRefill.FIRST + 3_000;
  private static final int MARGIN = 1_500;

  @TempDir Path folder;
  private EmbeddedStore store;
  private GateSide node;

  @BeforeEach
  void fill() {
    store = EmbeddedStore.open(folder, false);
    var documents = new Documents(store.documents(), new SecureRandom());
    node = new GateSide(documents);
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
  void readsSomeBansAtStartAndOthersLater() throws Exception {
    long before = store.documentsRead();
    node.view.confirm();
    assertFalse(node.gate.complete(), "the store is asked for the others");
    long first = banned();
    assertTrue(first <= BanRefill.FIRST, first + " bans");
    node.ban("192.0.2.1");
    assertTrue(node.stores.bans().lift(address(0), GateSide.NOW));
    node.view.changing(ChangeLog.Kind.BAN, address(0), () -> true);
    Waiting.until(() -> {
      node.view.confirm();
      return node.gate.complete();
    });
    assertEquals(BANS - 1, banned());
    assertTrue(node.banned("192.0.2.1"));
    assertFalse(node.banned(address(0)));
    long read = store.documentsRead() - before;
    assertTrue(read <= BanRefill.FIRST + BANS + MARGIN, read + " documents");
    node.view.confirm();
    assertTrue(store.documentsRead() - before <= read + 10, "the bans are not read again");
  }
}
