package dev.gatehouse.node.agreement;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestSettings;
import dev.gatehouse.node.agreement.AgreementRepository.StoredSetting;
import dev.gatehouse.node.agreement.SettingsAgreement.AgreedSetting;
import dev.gatehouse.node.agreement.SettingsAgreement.SettingDigest;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes that start with equal, differing, missing and rotated settings. */
@Tag("slow")
class SettingsAgreementTest {
  private static final String LONG = "0123456789abcdef".repeat(4);
  private static final String OTHER = "fedcba9876543210".repeat(4);
  private static final Set<String> LISTS = Set.of("access.jwtSecret", "media.dnaKey");
  private static final Duration LONGER_THAN_HELD = Duration.ofMinutes(11);

  /** Two values of each shared setting. The first differs from the default. */
  private static final Map<String, List<String>> VALUES =
      Map.ofEntries(
          Map.entry("access.permanentCode", List.of("first-code", "second-code")),
          Map.entry("access.apiKey", List.of("first-key-0123456789", "second-key-0123456789")),
          Map.entry("access.jwtSecret", List.of(LONG, OTHER)),
          Map.entry("media.dnaKey", List.of(LONG, OTHER)),
          Map.entry("access.apiKeyHeader", List.of("X-First", "X-Second")),
          Map.entry("access.jwtIssuer", List.of("issuer-a", "issuer-b")),
          Map.entry("access.jwtAudience", List.of("clients-a", "clients-b")),
          Map.entry("public.url", List.of("https://a.example", "https://b.example")),
          Map.entry("public.closed", List.of("hire", "dna")),
          Map.entry("public.formerHosts", List.of("old-a.example", "old-b.example")),
          Map.entry("areas.off", List.of("games", "trading")),
          Map.entry("hire.mailsPerHour", List.of("61234", "61235")),
          Map.entry("hire.maxPerHour", List.of("70", "80")),
          Map.entry("owner.email", List.of("a@example.org", "b@example.org")),
          Map.entry("payments.currency", List.of("EUR", "JPY")),
          Map.entry("payments.priceCheck", List.of("true", "neither")),
          Map.entry("printshop.currency", List.of("EUR", "JPY")),
          Map.entry("calendar.provider", List.of("google", "elsewhere")),
          Map.entry("calendar.from", List.of("10:00", "11:00")),
          Map.entry("calendar.timeZone", List.of("Asia/Tokyo", "Europe/Berlin")),
          Map.entry("calendar.to", List.of("16:00", "17:00")),
          Map.entry("calendar.days", List.of("monday, friday", "friday")),
          Map.entry("security.banLadder", List.of("2h, 3h", "permanent")),
          Map.entry("security.maxAttempts", List.of("70001", "70002")));

  private static final TestClock CLOCK = new TestClock();
  @AutoClose private static Vertx vertx;
  @AutoClose private static DocumentServer store;
  private static Documents documents;

  private final SettingDigest digest = new SettingDigest("key");

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
    store = DocumentServer.start(CLOCK);
    documents = TestDocuments.at(vertx, store.url());
  }

  @BeforeEach
  void startWithNewCluster() {
    documents.collection("agreedSettings", StoredSetting.class).delete(new JsonObject());
    CLOCK.advance(LONGER_THAN_HELD);
  }

  static Set<String> keys() {
    return SettingsAgreement.agreedKeys();
  }

  private static AgreementRepository repository() {
    return new AgreementRepository(documents, CLOCK);
  }

  private static String value(String key, int index) {
    // Every other setting is a duration.
    return VALUES.getOrDefault(key, List.of("13d", "14d")).get(index);
  }

  private AgreedSetting setting(String key, Optional<String> value) {
    String variable = "GATEHOUSE_" + key.replaceAll("([A-Z])", "_$1").replace('.', '_');
    Map<String, String> environment = new HashMap<>();
    if (key.equals("public.formerHosts")) {
      environment.put("GATEHOUSE_PUBLIC_URL", "https://a.example");
    }
    value.ifPresent(text -> environment.put(variable.toUpperCase(Locale.ROOT), text));
    return SettingsAgreement.one(TestSettings.of(environment), key, digest);
  }

  private AgreedSetting setting(String key, String value) {
    return setting(key, Optional.of(value));
  }

  private static SettingsAgreement node(String name, AgreedSetting setting) {
    return new SettingsAgreement(repository(), name, List.of(setting));
  }

  private static String rejection(SettingsAgreement node) {
    return assertThrows(SettingsException.class, node::join).getMessage();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void rejectsOtherValueOfEachSetting(String key) {
    AgreedSetting first = setting(key, value(key, 0));
    node("n1", first).join();
    node("n2", first).join();
    String differs = rejection(node("n3", setting(key, value(key, 1))));
    assertTrue(
        differs.contains(key + " differs from the value that was stored by node n1"), differs);
    assertFalse(differs.contains(value(key, 0)), differs);
    assertFalse(differs.contains(value(key, 1)), differs);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void rejectsMissingValueOfEachSetting(String key) {
    node("n1", setting(key, value(key, 0))).join();
    AgreedSetting missing = setting(key, Optional.empty());
    String rejection = rejection(node("n2", missing));
    String sentence =
        missing.given() ? " differs from " : " is not set on this node, and was set by";
    assertTrue(rejection.contains(key + sentence), rejection);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void acceptsTwoValuesDuringRotation(String key) {
    String old = value(key, 0);
    String next = LISTS.contains(key) ? old + ',' + value(key, 1) : value(key, 1);
    SettingsAgreement first = node("n1", setting(key, old));
    SettingsAgreement second = node("n2", setting(key, next));
    first.join();
    Instant now = repository().now();
    repository().rotate(key, now.plusSeconds(60), now);
    second.join();
    first.join();
    rejection(node("n3", setting(key, Optional.empty())));
    first.confirm();
    assertEquals(Optional.empty(), first.problem());

    CLOCK.advance(Duration.ofMinutes(2));
    first.confirm();
    second.confirm();
    assertTrue(first.problem().orElseThrow().contains(key), first.problem().orElseThrow());
    assertEquals(Optional.empty(), second.problem());
    rejection(first);
  }

  @Test
  void endsRotationEarlyOrWithoutSecondValue() {
    SettingsAgreement old = node("n1", setting("public.url", value("public.url", 0)));
    SettingsAgreement next = node("n2", setting("public.url", value("public.url", 1)));
    old.join();
    Instant now = repository().now();
    repository().rotate("public.url", now.plusSeconds(60), now);
    repository().rotate("public.url", now, now);
    rejection(next);
    repository().rotate("public.url", now.plusSeconds(60), now);
    next.join();
    repository().rotate("public.url", now, now);
    old.confirm();
    assertTrue(old.problem().isPresent());
    next.join();
  }

  /** A node that does not know the first secret of the others rejects their tokens. */
  @Test
  void rejectsUnknownSecretsDuringRotation() {
    String key = "access.jwtSecret";
    node("n1", setting(key, LONG)).join();
    Instant now = repository().now();
    repository().rotate(key, now.plusSeconds(60), now);
    for (String list : List.of(OTHER, OTHER + ',' + LONG)) {
      String rejection = rejection(node("n2", setting(key, list)));
      assertTrue(rejection.contains("each other's first value"), rejection);
    }
  }

  @Test
  void replacesValueOnceNoOtherNodeRuns() {
    AgreedSetting old = setting("payments.currency", "EUR");
    AgreedSetting next = setting("payments.currency", "JPY");
    node("n1", old).join();
    assertDoesNotThrow(node("n1", next)::join, "the only node was restarted");
    // A node that does not start must not count as running.
    rejection(node("n2", old));
    assertDoesNotThrow(node("n1", next)::join);
    CLOCK.advance(LONGER_THAN_HELD);
    assertDoesNotThrow(node("n2", old)::join, "no other node ran for a while");
    SettingsAgreement woken = node("n1", next);
    woken.confirm();
    assertTrue(woken.problem().isPresent());
  }

  @Test
  void startsAtMostOneOfConcurrentNodes() throws Exception {
    AgreedSetting euro = setting("payments.currency", "EUR");
    AgreedSetting yen = setting("payments.currency", "JPY");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) {
        startWithNewCluster();
        if (i % 2 == 0) {
          // Older nodes with a third value have stopped.
          node("n0", setting("payments.currency", "SEK")).join();
          CLOCK.advance(LONGER_THAN_HELD);
        }
        var barrier = new CyclicBarrier(2);
        Future<Boolean> first = threads.submit(() -> starts(barrier, node("n1", euro)));
        Future<Boolean> second = threads.submit(() -> starts(barrier, node("n2", yen)));
        // Both have ended before the next round deletes what they read.
        boolean started = first.get();
        assertFalse(second.get() && started);
      }
    }
  }

  private static boolean starts(CyclicBarrier barrier, SettingsAgreement node) throws Exception {
    barrier.await();
    try {
      node.join();
      return true;
    } catch (SettingsException differs) {
      return false;
    }
  }

  @Test
  void storesNoValue() {
    AgreedSetting code = setting("access.permanentCode", "first-code");
    node("n1", code).join();
    String stored = repository().all().toString();
    assertTrue(stored.contains(code.digests().getFirst()), stored);
    assertFalse(stored.contains("first-code"), stored);
    String elsewhere = new SettingDigest("another").ofChosen(code.id(), "first-code");
    assertNotEquals(elsewhere, code.digests().getFirst());
  }
}
