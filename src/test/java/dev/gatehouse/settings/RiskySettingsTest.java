package dev.gatehouse.settings;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that a node warns of, and an owner's address that it rejects. */
class RiskySettingsTest {
  private static Settings settings(Map<String, String> environment) {
    return TestSettings.of(environment);
  }

  private static List<String> risks(String host, Map<String, String> others) {
    Map<String, String> environment = new HashMap<>(others);
    environment.put("GATEHOUSE_HTTP_HOST", host);
    return RiskySettings.of(settings(environment));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "203.0.113.7", "2001:db8::1", "api.example.org"})
  void warnsOfOpenAddressWithoutTls(String host) {
    List<String> risks = risks(host, Map.of());
    assertEquals(1, risks.size());
    assertTrue(risks.getFirst().startsWith("http.host " + host + " accepts"), risks::toString);
    assertEquals(List.of(), risks(host, Map.of("GATEHOUSE_SECURITY_TRUSTED_PROXIES", "10.0.0.1")));
    Map<String, String> tls =
        Map.of("GATEHOUSE_HTTP_TLS_CERTIFICATE", "a.pem", "GATEHOUSE_HTTP_TLS_KEY", "b.pem");
    assertEquals(List.of(), risks(host, tls));
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1", "localhost"})
  void acceptsLoopbackAddressWithoutTls(String host) {
    assertEquals(List.of(), risks(host, Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"owner", "owner@", "@example.org", "a b@example.org", "a@b@c", "a@b,c@d"})
  void rejectsInvalidAddressOfOwner(String address) {
    Map<String, String> environment = Map.of("GATEHOUSE_OWNER_EMAIL", address);
    String refusal =
        assertThrows(SettingsException.class, () -> settings(environment)).getMessage();
    assertTrue(refusal.startsWith("owner.email must be one email address"), refusal);
  }
}
