package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.areas.access.PasskeyVerifier.RelyingParty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses for which browsers store passkeys. */
class RelyingPartyTest {
  @ParameterizedTest
  @CsvSource({
    "https://gate.example.org, http://127.0.0.1:8080, gate.example.org, https://gate.example.org,"
        + " ''",
    "https://Gate.Example.org:443/api, http://x, gate.example.org, https://gate.example.org, ''",
    "https://example.org:8443, http://x, example.org, https://example.org:8443, ''",
    "http://localhost:8080, http://x, localhost, http://localhost:8080, ''",
    "'', http://localhost:8080, localhost, http://localhost:8080, ''",
    "'', http://127.0.0.1:8080, '', '', 'passkeys need the setting public.url, or"
        + " http://localhost'",
    "'', https://evil.example, '', '', 'passkeys need the setting public.url, or http://localhost'",
    "http://gate.example.org, http://localhost, '', '', passkeys need https in public.url",
    "https://203.0.113.7, http://x, '', '', 'passkeys need a host name in public.url, not an IP"
        + " address'",
    "https://[2001:db8::1], http://x, '', '', 'passkeys need a host name in public.url, not an IP"
        + " address'",
    "'', 'http://a b', '', '', the address of this service has no valid host name",
  })
  void needsHostNameAndTls(
      String publicUrl, String requested, String id, String origin, String problem) {
    assertEquals(new RelyingParty(id, origin, problem), RelyingParty.of(publicUrl, requested));
  }
}
