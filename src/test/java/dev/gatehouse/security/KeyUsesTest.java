package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.security.KeyUses.Use;
import org.junit.jupiter.api.Test;

class KeyUsesTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  private final KeyUses uses = new KeyUses();

  @Test
  void takesEachUseOnce() {
    uses.add("bot", "192.0.2.1", NOON);
    uses.add("bot", "192.0.2.2", NOON.plusSeconds(1));
    uses.add("backup", "192.0.2.3", NOON);
    assertEquals(
        Map.of(
            "bot", new Use(2, NOON.plusSeconds(1), "192.0.2.2"),
            "backup", new Use(1, NOON, "192.0.2.3")),
        uses.take());
    assertEquals(Map.of(), uses.take());
  }

  @Test
  void addsLaterUsesToOnesThatCouldNotBeStored() {
    uses.add("bot", "192.0.2.1", NOON);
    Use failed = uses.take().get("bot");
    uses.add("bot", "192.0.2.2", NOON.plusSeconds(60));
    uses.restore("bot", failed);
    assertEquals(Map.of("bot", new Use(2, NOON.plusSeconds(60), "192.0.2.2")), uses.take());
  }
}
