package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills of the shop, as {@code scripts/chaos orders} makes many. */
@Tag("slow")
class CheckoutKillTest {
  private static final int KILLS = 3;

  @TempDir Path store;

  @Test
  @Timeout(300)
  void sellsEachItemOnceAcrossKills() throws Exception {
    var killed = new KilledOrders(store, new Random());
    assertEquals(Map.of(), killed.run(KILLS));
    System.out.println(killed.summary());
  }
}
