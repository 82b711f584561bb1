package dev.gatehouse.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.provider.ProviderHealth.Status;
import org.junit.jupiter.api.Test;

/** Since when and why a provider fails. */
class ProviderHealthTest {
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final ProviderHealth health = new ProviderHealth(() -> now);

  private Status status() {
    return health.all().getFirst();
  }

  private void pass() {
    now = now.plus(Duration.ofMinutes(1));
  }

  @Test
  void keepsTheStartOfFailures() {
    Instant first = now;
    health.failed("p", "java.net.Some$Exception: timeout", false);
    assertEquals("timeout", status().error());
    pass();
    health.failed("p", "status 500", false);
    assertEquals(new Status("p", null, first, now, "status 500"), status());
    health.succeeded("p");
    assertEquals(null, status().failingSince());
    assertEquals("status 500", status().error());
  }

  /** The reply arrives, which is a success, and then its reader reports the failure. */
  @Test
  void countsUnreadableRepliesAsOneFailure() {
    Instant first = now;
    for (int i = 0; i < 3; i++) {
      health.succeeded("p");
      health.failed("p", "not understood", true);
      pass();
    }
    assertEquals(first, status().failingSince());
    health.succeeded("p");
    health.succeeded("p");
    health.failed("p", "not understood", true);
    assertEquals(now, status().failingSince());
  }
}
