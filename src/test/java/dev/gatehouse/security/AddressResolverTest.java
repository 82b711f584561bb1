package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import ch.qos.logback.classic.Level;
import dev.gatehouse.LogLines;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressResolverTest {
  private static final CidrSet TRUSTED =
      CidrSet.parse(List.of("10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.1"));
  private static final CidrSet NOBODY = CidrSet.parse(List.of());

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-21T12:00:00Z"));
  private final InstantSource clock = now::get;
  private final AddressResolver resolver =
      new AddressResolver(TRUSTED, CidrSet.parse(List.of("198.51.100.0/24")), clock);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // peer | X-Forwarded-For, headers separated by # | Forwarded | key | direct | may be banned
        "203.0.113.7 | - | - | 203.0.113.7 | true | true",
        "203.0.113.7 | 1.2.3.4 | - | 203.0.113.7 | true | true",
        "::ffff:203.0.113.7 | - | - | 203.0.113.7 | true | true",
        "2001:db8:1:2:3::4 | - | - | 2001:db8:1:2::/64 | true | true",
        "2001:db8::4 | - | - | 2001:db8::/64 | true | true",
        "2001:0:0:2::1 | - | - | 2001:0:0:2::/64 | true | true",
        "fe80:0:0:0:1:2:3:4%eth0 | - | - | fe80::/64 | true | false",
        "0:0:0:0:0:0:0:1 | - | - | ::/64 | true | false",
        "198.51.100.9 | - | - | 198.51.100.9 | true | false",
        "127.0.0.1 | - | - | 127.0.0.1 | true | false",
        "127.0.0.1 | 1.2.3.4 | - | 127.0.0.1 | true | false",
        "127.0.0.1 | - | for=1.2.3.4 | 127.0.0.1 | true | false",
        "172.31.0.1 | 1.2.3.4 | - | 172.31.0.1 | true | false",
        "fd00::1 | 1.2.3.4 | - | fd00::/64 | true | false",
        "172.32.0.1 | 1.2.3.4 | - | 172.32.0.1 | true | true",
        "10.0.0.1 | - | - | 10.0.0.1 | true | false",
        "10.0.0.1 | 1.2.3.4 | - | 1.2.3.4 | false | true",
        "10.0.0.1 | 6.6.6.6, 1.2.3.4 | - | 1.2.3.4 | false | true",
        "10.0.0.1 | 6.6.6.6, 1.2.3.4, 10.9.9.9 | - | 1.2.3.4 | false | true",
        "10.0.0.1 | 6.6.6.6#1.2.3.4#10.9.9.9 | - | 1.2.3.4 | false | true",
        "10.0.0.1 | 1.2.3.4, 192.0.2.1,2001:db8:ffff:1::9 | - | 1.2.3.4 | false | true",
        "10.0.0.1 | 1.2.3.4:5678 | - | 1.2.3.4 | false | true",
        "10.0.0.1 | [2001:db8:7::1]:443 | - | 2001:db8:7::/64 | false | true",
        "10.0.0.1 | [2001:db8:7::1] | - | 2001:db8:7::/64 | false | true",
        "10.0.0.1 | ::ffff:1.2.3.4 | - | 1.2.3.4 | false | true",
        "64:ff9b::203.0.113.7 | - | - | 203.0.113.7 | true | true",
        "64:ff9b:1:2::cb00:7107 | - | - | 203.0.113.7 | true | true",
        "64:ff9b::127.0.0.1 | - | - | 64:ff9b::/64 | true | true",
        "64:ff9b::10.0.0.1 | 1.2.3.4 | - | 64:ff9b::/64 | true | true",
        "64:ff9b::192.168.1.1 | - | - | 64:ff9b::/64 | true | true",
        "64:ff9b::1:203.0.113.7 | - | - | 64:ff9b::/64 | true | true",
        "64:ff9b:2::203.0.113.7 | - | - | 64:ff9b:2::/64 | true | true",
        "10.0.0.1 | 64:ff9b::1.2.3.4 | - | 1.2.3.4 | false | true",
        "10.0.0.1 | 1.2.3.4, , | - | 1.2.3.4 | false | true",
        "10.0.0.1 | 198.51.100.3 | - | 198.51.100.3 | false | false",
        "10.0.0.1 | 10.0.0.8, 10.0.0.9 | - | 10.0.0.8 | false | false",
        "10.0.0.1 | 1.2.3.4, junk | - | 10.0.0.1 | true | false",
        "10.0.0.1 | 1.2.3.4, example.com, 10.0.0.9 | - | 10.0.0.9 | false | false",
        "10.0.0.1 | 1.2.3.4, unknown | - | 10.0.0.1 | true | false",
        "10.0.0.1 | 1.2.3.4:http | - | 10.0.0.1 | true | false",
        "10.0.0.1 | 1.2.3.4.5 | - | 10.0.0.1 | true | false",
        "10.0.0.1 | 1.2.3.4, [1.2.3.4] | - | 10.0.0.1 | true | false",
        "10.0.0.1 | - | for=1.2.3.4;proto=https | 1.2.3.4 | false | true",
        "10.0.0.1 | - | for=6.6.6.6, For=\"1.2.3.4:80\";by=10.0.0.1 | 1.2.3.4 | false | true",
        "10.0.0.1 | - | for=\"[2001:db8:7::1]:4711\" | 2001:db8:7::/64 | false | true",
        "10.0.0.1 | - | for=1.2.3.4;host=\"a,b;c\\\",d\" | 1.2.3.4 | false | true",
        "10.0.0.1 | - | for=1.2.3.4#proto=http;for=10.1.1.1 | 1.2.3.4 | false | true",
        "10.0.0.1 | - | for=1.2.3.4, for=_hidden | 10.0.0.1 | true | false",
        "10.0.0.1 | - | for=1.2.3.4, proto=http | 10.0.0.1 | true | false",
        "10.0.0.1 | 1.2.3.4 | for=6.6.6.6 | 1.2.3.4 | false | true",
        "- | - | - | unknown | true | false",
      })
  void theRightmostUntrustedAddressIsTheClient(
      String peer, String forwardedFor, String forwarded, String key, boolean direct, boolean ban) {
    ClientAddress client = resolver.resolve(peer, headers(forwardedFor), headers(forwarded));
    assertEquals(new ClientAddress(key, client.exact(), direct, ban, client.proxy()), client);
  }

  /** Limits count the network. Data about a client are recorded under the address itself. */
  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.7",
    "::ffff:192.0.2.7, 192.0.2.7",
    "2001:DB8:0:0:0:0:0:77, 2001:db8::77",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "fe80::1%eth0, fe80::1",
  })
  void returnsExactAddressOfClient(String peer, String exact) {
    assertEquals(exact, resolver.resolve(peer, List.of(), List.of()).exact());
  }

  private static List<String> headers(String joined) {
    return joined == null ? List.of() : Arrays.asList(joined.split("#"));
  }

  @Test
  void logsUntrustedProxyOncePerHour() {
    try (var lines = new LogLines(AddressResolver.class, Level.WARN)) {
      AddressResolver untrusting = new AddressResolver(NOBODY, NOBODY, clock);
      for (int minute = 0; minute < 120; minute++) {
        untrusting.resolve("127.0.0.1", List.of("1.2.3.4"), List.of());
        now.updateAndGet(time -> time.plus(Duration.ofMinutes(1)));
      }
      assertEquals(2, lines.list.size());
      assertTrue(lines.texts().getFirst().contains("GATEHOUSE_SECURITY_TRUSTED_PROXIES"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "1.2.3.4, 1.2.3.4", "2001:DB8:1:2::77, 2001:db8:1:2::/64",
        "2001:db8:1:2::/64, 2001:db8:1:2::/64", "::ffff:1.2.3.4, 1.2.3.4",
        "1.2.3.0/64, -", "1.2.3.0/24, -",
        "localhost, -", "'', -",
      })
  void anOwnersSpellingFindsTheKey(String text, String key) {
    assertEquals(Optional.ofNullable(key), ClientAddress.keyOf(text));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.0.1, true", "10.0.0.0/8, 11.0.0.1, false",
    "10.0.0.0/8, ::ffff:10.1.1.1, true", "0.0.0.0/0, 203.0.113.1, true",
    "0.0.0.0/0, 2001:db8::1, false", "::/0, 2001:db8::1, true",
    "192.0.2.128/25, 192.0.2.127, false", "192.0.2.128/25, 192.0.2.200, true",
    "192.0.2.1, 192.0.2.1, true", "192.0.2.1, 192.0.2.2, false",
    "2001:db8::/32, 2001:db9::1, false", "2001:db8::/65, 2001:db8:0:0:8000::1, false",
    "2001:db8::/65, 2001:db8:0:0:7fff::1, true", "2001:db8::5/128, 2001:db8::5, true",
    "2001:db8:1:2::/64, 2001:db8:1:2::9, true", "2001:db8:1:2::/64, 2001:db8:1:3::9, false",
    "10.0.0.0/9, 10.127.0.1, true", "10.0.0.0/10, 10.63.0.1, true",
    "10.0.0.0/10, 10.64.0.1, false", "10.0.0.0/008, 10.1.0.1, true",
  })
  void matchesAddressesByPrefix(String block, String address, boolean inside) {
    assertEquals(
        inside, CidrSet.parse(List.of(block)).contains(IpAddress.parse(address).orElseThrow()));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8x",
    "10.0.0.0/0008", "10.0.0.0/8/", "10.0.0.0/:", "proxy.local",
    "::/129", "10.0.0/8",
  })
  void rejectsInvalidBlockAndNamesIt(String block) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> CidrSet.parse(List.of(block)));
    assertEquals(true, refused.getMessage().contains(block));
  }

  /** The health checks of a proxy carry no header, so a few such requests are no fault. */
  @Test
  void reportsProxyThatNamesNoClientAndPrivateAddressThatIsSpared() {
    try (var lines = new LogLines(AddressResolver.class, Level.WARN)) {
      for (int i = 0; i < 99; i++) {
        resolver.resolve("10.0.0.1", List.of(), List.of());
      }
      assertEquals(0, lines.list.size());
      for (int i = 0; i < 5; i++) {
        resolver.resolve("10.0.0.1", List.of(), List.of());
      }
      assertEquals(1, lines.list.size());
      for (String address : List.of("10.0.0.1", "203.0.113.7", "198.51.100.1", "127.0.0.1")) {
        resolver.spared(resolver.resolve(address, List.of(), List.of()));
      }
      assertEquals(2, lines.list.size());
      assertEquals(true, lines.list.getLast().getFormattedMessage().startsWith("127.0.0.1 "));
    }
  }

  @Test
  void hintsAtAProxyForAnHour() {
    assertEquals(Optional.empty(), resolver.hint());
    resolver.spared(resolver.resolve("10.0.0.1", List.of(), List.of()));
    String hint = resolver.hint().orElseThrow();
    assertTrue(hint.startsWith("requests arrive from your proxy 10.0.0.1 without X-For"), hint);
    assertTrue(hint.endsWith("(last request at " + now.get() + ")"), hint);
    now.set(now.get().plus(Duration.ofHours(1)));
    assertEquals(Optional.empty(), resolver.hint());
    resolver.resolve("192.168.0.1", List.of("1.2.3.4"), List.of());
    assertTrue(resolver.hint().orElseThrow().contains("is not a trusted proxy"));
  }

  @Test
  void countsRequestsThroughProxies() {
    var registry = new SimpleMeterRegistry();
    resolver.publish(registry);
    resolver.resolve("203.0.113.7", List.of(), List.of());
    resolver.resolve("10.0.0.1", List.of("1.2.3.4"), List.of());
    resolver.resolve("10.0.0.1", List.of(), List.of());
    resolver.resolve("10.0.0.1", List.of(), List.of());
    for (int i = 0; i < 3; i++) {
      resolver.resolve("172.31.0.1", List.of(), List.of("for=1.2.3.4"));
    }
    assertEquals(1, counted(registry, "trusted"));
    assertEquals(2, counted(registry, "missing"));
    assertEquals(3, counted(registry, "ignored"));
  }

  private static double counted(SimpleMeterRegistry registry, String headers) {
    return registry
        .get("gatehouse.proxy.requests")
        .tag("headers", headers)
        .functionCounter()
        .count();
  }

  @Test
  void returnsKeyOfUntrustedPeers() {
    assertEquals("203.0.113.7", resolver.peer("203.0.113.7"));
    assertEquals("", resolver.peer("10.0.0.1"));
    assertEquals("", resolver.peer("unix"));
    assertEquals("unknown", resolver.resolve("unix", List.of("1.2.3.4"), List.of()).key());
  }

  /** There are more addresses than the cache holds, so returning addresses are resolved again. */
  @Test
  void resolvesMoreAddressesThanCacheHolds() {
    for (int turn = 0; turn < 2; turn++) {
      for (int i = 0; i < 5_000; i++) {
        String network = "2001:db8:" + Integer.toHexString(i) + ":1::";
        ClientAddress found = resolver.resolve(network + "7", List.of(), List.of());
        assertEquals(network + "/64", found.key());
      }
    }
  }
}
