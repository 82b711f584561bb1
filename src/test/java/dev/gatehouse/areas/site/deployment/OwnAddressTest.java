package dev.gatehouse.areas.site.deployment;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestProviders;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.site.Simulator;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.ProviderOptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** This server's address: configured, seen from outside, or of a network interface. */
class OwnAddressTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private final TestClock clock = new TestClock();
  @AutoClose private final TestProviders providers = new TestProviders(clock);
  @AutoClose private final Simulator simulator = new Simulator();

  private OwnAddress address(String ip, String url, String... interfaces) {
    return address(OwnAddress.OPTIONS, new DeploymentSettings(ip, url, HOUR, 9), interfaces);
  }

  private OwnAddress address(
      ProviderOptions options, DeploymentSettings settings, String... interfaces) {
    return new OwnAddress(
        settings,
        providers.client(options),
        () -> Arrays.stream(interfaces).map(InetAddress::ofLiteral).toList());
  }

  @Test
  void returnsConfiguredAddress() {
    simulator.says("/", "203.0.113.9");
    assertEquals("2001:db8::1", address("2001:DB8:0::1", simulator.url()).get().ip());
    assertEquals(List.of(), simulator.asked());
  }

  @ParameterizedTest
  @CsvSource({
    "'8.8.8.8', 8.8.8.8",
    "'10.0.0.5,8.8.8.8', 8.8.8.8",
    "'127.0.0.1,169.254.1.1,10.0.0.5', 10.0.0.5",
    "'fe80::1,192.168.1.2,2606:4700::1', 2606:4700::1",
  })
  void prefersPublicInterfaceAddress(String interfaces, String ip) {
    assertEquals(ip, address("", "", interfaces.split(",")).get().ip());
  }

  @Test
  void returns503WithoutUsableAddress() {
    OwnAddress none = address("", "", "127.0.0.1", "fe80::1", "::1");
    assertEquals(503, assertThrows(ApiException.class, none::get).failure().status());
  }

  @Test
  void cachesAddressOfExternalService() throws Exception {
    simulator.says("/", " 203.0.113.9\n");
    OwnAddress seen = address("", simulator.url() + "/ip", "8.8.8.8");
    Instant fetched = clock.instant();
    assertEquals("203.0.113.9", seen.get().ip());
    assertEquals("203.0.113.9", seen.get().ip());
    assertEquals(1, simulator.asked().size());
    clock.advance(Duration.ofHours(2));
    simulator.says("/", 500, "no");
    assertEquals("203.0.113.9", seen.get().ip());
    Waiting.until(() -> seen.get().freshness().stale());
    Duration late = Duration.between(fetched, seen.get().freshness().fetchedAt());
    assertTrue(late.abs().compareTo(Duration.ofMinutes(1)) < 0, late::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "200, <html>, 502", "200, '', 502",
    "200, 203.0.113.9 and more, 502", "200, '{\"ip\":\"203.0.113.9\"}', 502",
    "404, 203.0.113.9, 502", "500, x, 502",
    "429, x, 503",
  })
  void rejectsInvalidReplyOfExternalService(int status, String body, int reported) {
    simulator.says("/", status, body);
    OwnAddress seen = address("", simulator.url(), "8.8.8.8");
    assertEquals(reported, assertThrows(ApiException.class, seen::get).failure().status());
  }

  @Test
  void returns504WhenExternalServiceHangs() {
    ProviderOptions impatient = OwnAddress.OPTIONS.withTimeout(Duration.ofMillis(500));
    OwnAddress seen =
        address(impatient, new DeploymentSettings("", simulator.url(), HOUR, 9), "8.8.8.8");
    assertEquals(504, assertThrows(ApiException.class, seen::get).failure().status());
  }
}
