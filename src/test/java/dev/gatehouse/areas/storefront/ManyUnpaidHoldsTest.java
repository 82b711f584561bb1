package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrders;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unpaid orders of many clients. */
class ManyUnpaidHoldsTest {
  private static final Instant NOW = Instant.parse("2027-03-12T20:00:00Z");
  private static final int ALL = 5_000;

  @TempDir Path folder;

  @Test
  void releasesOrderWithoutReadingOthers() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      var random = new SecureRandom();
      var documents = new Documents(store.documents(), random);
      InstantSource clock = InstantSource.fixed(NOW);
      var holds =
          new UnpaidHolds(
              documents,
              new ShopOrders(documents, random, clock),
              new UnpaidHolds.Limits(3, 5),
              clock);
      documents.createIndexes();
      DocumentCollection<UnpaidHolds.Hold> all =
          documents.collection("storefrontHolds", UnpaidHolds.Hold.class);
      for (int from = 0; from < ALL; from += 1_000) {
        all.insert(
            IntStream.range(from, from + 1_000).mapToObj(ManyUnpaidHoldsTest::hold).toList());
      }
      long before = store.documentsRead();
      holds.release("order4321");
      long read = store.documentsRead() - before;
      assertEquals(ALL - 1, all.count(Query.all()));
      assertTrue(read <= 5, read + " documents were read");
    }
  }

  private static UnpaidHolds.Hold hold(int number) {
    return new UnpaidHolds.Hold(
        "client" + number + "-0", "client" + number, "order" + number, List.of(), NOW);
  }
}
