package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Waiting;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parts that say nothing keep nobody waiting who asks for all of them. */
class HealthTest {
  /** So many that whoever waited for one after the other, or again, would wait for minutes. */
  private static final int PARTS = 200;

  private static final int LOOKS = 100;

  private final AtomicLong now = new AtomicLong();
  private final Health health = new Health(now::get);

  @Test
  @Timeout(60)
  void silentPartsAreWaitedForOnceAndTogether() throws Exception {
    var silent = new CompletableFuture<Optional<String>>();
    var looked = new AtomicInteger();
    for (int i = 0; i < PARTS; i++) {
      health.need(
          "part " + i,
          () -> {
            looked.incrementAndGet();
            return silent.join();
          });
    }
    health.need("fine", Optional::empty);
    health.listen();
    for (int i = 0; i < LOOKS; i++) {
      Map<String, Optional<String>> troubles = health.troubles();
      assertEquals(Optional.empty(), troubles.get("fine"));
      assertEquals(Optional.of("no answer within 1 s"), troubles.get("part 7"));
      assertFalse(health.ready(troubles));
      later();
    }
    assertEquals(PARTS, looked.get(), "looks that hang are not joined by others");

    silent.complete(Optional.empty());
    Waiting.until(() -> {
      later();
      return health.ready(health.troubles());
    });
    health.drain();
    assertFalse(health.ready(health.troubles()));
  }

  @Test
  void oneLookServesASecond() {
    var looks = new AtomicInteger();
    health.note("disk", () -> Optional.of("full, look " + looks.incrementAndGet()));
    health.listen();
    assertEquals(Optional.empty(), health.known());
    assertEquals(Optional.of("full, look 1"), health.troubles().get("disk"));
    assertEquals(Map.of("disk", false), health.known().orElseThrow());
    assertEquals(Optional.of("full, look 1"), health.troubles().get("disk"));
    later();
    assertEquals(Optional.empty(), health.known());
    assertEquals(Optional.of("full, look 2"), health.troubles().get("disk"));
    assertTrue(health.ready(health.troubles()), "it hinders the node in some things only");
  }

  @Test
  void aLookThatFailsIsItsPartsTrouble() {
    health.need(
        "documents",
        () -> {
          throw new IllegalStateException("away");
        });
    assertEquals(Optional.of("away"), health.troubles().get("documents"));
  }

  private void later() {
    now.addAndGet(2_000_000_000L);
  }
}
