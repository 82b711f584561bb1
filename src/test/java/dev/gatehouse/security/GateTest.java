package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** Tests {@link Gate}. */
class GateTest {
  private final Bans bans = new Bans(9);
  private final Revocations revocations = new Revocations(1);
  private final ApiKeys keys = new ApiKeys(List.of(), 1, () -> {});
  private final Gate gate =
      new Gate(
          bans,
          revocations,
          keys,
          null,
          new KnownGoodCredentials(9),
          new StateConfirmation(false, System::nanoTime));
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  private static ApiKey key(String id) {
    return new ApiKey(id, id, ApiKey.hash(id), Set.of("a"), Instant.EPOCH);
  }

  private double gauge(String name, String... tags) {
    return meters.get("gatehouse." + name).tags(tags).gauge().value();
  }

  @Test
  void measuresEntriesInMemory() {
    gate.measure(meters);
    for (String kind : List.of("bans", "revocations", "keys")) {
      assertEquals(0, gauge("security.entries", "kind", kind));
    }
    bans.set("1.2.3.4", Instant.MAX);
    bans.set("1.2.3.5", Instant.MAX);
    revocations.revoke("token", Instant.MAX);
    keys.update(List.of("a"), List.of(key("a")));
    assertEquals(2, gauge("security.entries", "kind", "bans"));
    assertEquals(1, gauge("security.entries", "kind", "revocations"));
    assertEquals(1, gauge("security.entries", "kind", "keys"));
    assertEquals(1, gauge("gate.complete"));
  }

  @Test
  void isCompleteOnlyWithEverythingInMemory() {
    gate.measure(meters);
    assertTrue(gate.complete());
    keys.update(List.of(), List.of(key("a"), key("b")));
    assertFalse(gate.complete());
    assertEquals(0, gauge("gate.complete"));
    keys.replace(into -> {});
    revocations.revoke("a", Instant.MAX);
    assertTrue(gate.complete());
    revocations.revoke("b", Instant.MAX);
    assertFalse(gate.complete());
    revocations.replace(into -> {});
    bans.markIncomplete();
    assertFalse(gate.complete());
  }
}
