package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.Role;
import dev.gatehouse.security.KeyUses.Use;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeysTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  private static ApiKey key(String name, String text, String... scopes) {
    return new ApiKey(name, name, ApiKey.hash(text), Set.of(scopes), Instant.EPOCH);
  }

  private final ApiKey owner = key("owner", "the owner's chosen key");
  private final ApiKey bot = key("bot", "the bot's own secret key", "trading.write");
  private final ApiKeys keys = new ApiKeys(List.of(owner), 3, () -> {});
  private final KeyUses uses = new KeyUses();

  @Test
  void findsKeyByFullTextOnly() {
    keys.replace(into -> into.accept(bot));
    assertEquals(Optional.of(owner), keys.find("the owner's chosen key"));
    assertEquals(Optional.of(bot), keys.find("the bot's own secret key"));
    for (String wrong :
        List.of(
            "",
            "the bot's own secret ke",
            "The bot's own secret key",
            bot.hash(),
            "x".repeat(9_999))) {
      assertEquals(Optional.empty(), keys.find(wrong));
    }
  }

  @Test
  void dropsRevokedKeyAndKeepsConfiguredOne() {
    keys.replace(into -> into.accept(bot));
    keys.replace(into -> {});
    assertEquals(Optional.empty(), keys.find("the bot's own secret key"));
    assertEquals(Optional.of(owner), keys.find("the owner's chosen key"));
  }

  @Test
  void addsAndRemovesSingleKey() {
    keys.update(List.of(bot.id()), List.of(bot));
    assertEquals(Optional.of(bot), keys.find("the bot's own secret key"));
    keys.update(List.of(bot.id()), List.of());
    assertEquals(Optional.empty(), keys.find("the bot's own secret key"));
  }

  @Test
  void reportsIncompleteWhenKeysExceedLimit() {
    keys.replace(into -> IntStream.range(0, 3).forEach(i -> into.accept(key("k" + i, "key-" + i))));
    assertTrue(keys.complete());
    keys.update(List.of(bot.id()), List.of(bot));
    assertFalse(keys.complete());
  }

  @Test
  void reportsUseOfConfiguredKeys() {
    var used = new AtomicInteger();
    var all = new ApiKeys(List.of(owner), 3, used::incrementAndGet);
    all.update(List.of(), List.of(bot));
    all.find("the bot's own secret key");
    assertEquals(0, used.get());
    all.find("the owner's chosen key");
    assertEquals(1, used.get());
    assertEquals(1, all.size());
  }

  @Test
  void hashesPresentedKeysUpToLimit() {
    assertEquals(1, ApiKeys.hashes("x".repeat(2_048)).size());
    assertEquals(0, ApiKeys.hashes("x".repeat(2_049)).size());
    assertEquals(0, ApiKeys.hashes("").size());
    assertEquals(1, ApiKeys.hashes("a\u007f").size());
    assertEquals(2, ApiKeys.hashes("a\u0080").size());
  }

  @Test
  void createsIdsOfTwentyFourDigits() {
    SecureRandom random = new SecureRandom();
    String id = ApiKey.newId(random);
    assertTrue(id.matches("[0-9a-f]{24}"), id);
    assertNotEquals(id, ApiKey.newId(random));
  }

  @Test
  void grantsOperatorRoleToUnscopedKey() {
    assertEquals(Role.OPERATOR, owner.role());
    assertEquals(Role.VISITOR, bot.role());
  }

  @Test
  void findsNonAsciiKeyInUtf8AndLatin1() {
    ApiKey accented = key("accented", "schlüssel für den Türsteher");
    keys.replace(into -> into.accept(accented));
    assertEquals(Optional.of(accented), keys.find("schlüssel für den Türsteher"));
    byte[] utf8 = "schlüssel für den Türsteher".getBytes(StandardCharsets.UTF_8);
    assertEquals(Optional.of(accented), keys.find(new String(utf8, StandardCharsets.ISO_8859_1)));
  }

  @Test
  void generatesRandomHeaderSafeKeys() {
    SecureRandom random = new SecureRandom();
    String generated = ApiKey.generate(random);
    assertTrue(generated.matches("gh_[A-Za-z0-9_-]{43}"), generated);
    assertNotEquals(generated, ApiKey.generate(random));
    assertEquals(generated, ApiKey.chosen(generated));
  }

  @Test
  void acceptsSixteenPrintableCharacters() {
    assertEquals("sixteen letters!", ApiKey.chosen(" sixteen letters!\n"));
    assertEquals("x".repeat(512), ApiKey.chosen("x".repeat(512)));
    assertThrows(IllegalArgumentException.class, () -> ApiKey.chosen("x".repeat(513)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fifteen letters", "sixteen\tletters!", "               x"})
  void rejectsShortOrUnprintableKey(String chosen) {
    assertThrows(IllegalArgumentException.class, () -> ApiKey.chosen(chosen));
  }

  @Test
  void expiresAtItsTime() {
    var until = new ApiKey("bot", "bot", ApiKey.hash("x"), Set.of(), Instant.EPOCH, null, NOON);
    assertFalse(until.expired(NOON.minusMillis(1)));
    assertTrue(until.expired(NOON));
    assertFalse(bot.expired(Instant.MAX), "has no end");
  }

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
