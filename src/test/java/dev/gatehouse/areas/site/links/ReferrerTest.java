package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.areas.site.links.ClickRecorder.Device;
import dev.gatehouse.areas.site.links.ClickRecorder.Referrer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts of referrers, and classes of devices. */
class ReferrerTest {
  @ParameterizedTest
  @CsvSource({
    "https://www.example.org/a?b=secret#c, www.example.org",
    "HTTP://Example.ORG:8080, example.org",
    "https://example.org., example.org",
    "https://xn--bcher-kva.example/?q=1, xn--bcher-kva.example",
    "https://192.0.2.7/, other",
    "https://[2001:db8::1]/, other",
    "https://localhost/, other",
    "https://user@example.org/, other",
    "android-app://com.example.mail/, other",
    "javascript:alert(1), other",
    "https://-a.example/, other",
    "https://a..example/, other",
    "'https://example.org/\n', example.org",
    "'https://exa\u0000mple.org/', other",
    "'', direct",
    "' ', direct",
  })
  void keepsOnlyDomainNames(String header, String expected) {
    Referrer referrer = Referrer.of(header);
    assertEquals(expected, referrer.direct() ? "direct" : referrer.host().orElse("other"));
  }

  @ParameterizedTest
  @CsvSource({
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0, DESKTOP",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1, PHONE",
    "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) Mobile/15E148 Safari/604.1, TABLET",
    "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36, PHONE",
    "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Safari/537.36, TABLET",
    "Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0, TABLET",
    "curl/8.5.0, DESKTOP",
  })
  void recognizesClassOfDevice(String agent, Device device) {
    assertEquals(device, Device.ofBrowser(agent));
  }

  @ParameterizedTest
  @CsvSource({"100, true", "101, false"})
  void limitsLengthOfHosts(int length, boolean kept) {
    String label = "a".repeat(49);
    String host = label + '.' + "b".repeat(length - label.length() - 5) + ".org";
    assertEquals(kept, Referrer.of("https://" + host + "/").host().isPresent());
  }
}
