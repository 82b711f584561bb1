package dev.gatehouse.settings;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebOriginTest {
  @ParameterizedTest
  @CsvSource({
    "https://app.example.org/, https://app.example.org",
    "https://App.Example.org, https://app.example.org",
    "https://app.example.org:443, https://app.example.org",
    "http://app.example.org:80, http://app.example.org",
    "http://app.example.org:443, http://app.example.org:443",
    "https://bücher.example, https://xn--bcher-kva.example",
    "https://*.example.org, https://*.example.org",
    "http://[::1]:3000, http://[::1]:3000",
    "capacitor://localhost, capacitor://localhost",
    "moz-extension://*, moz-extension://*",
    "chrome-extension://abc/, chrome-extension://abc",
    "null, null",
    "*, *",
  })
  void isWhatBrowsersSend(String text, String origin) {
    assertEquals(origin, Settings.webOrigin("cors.origins", text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app.example.org", "https://app.example.org/path",
        "https://a.example https://b.example", "https://",
        "https://a.*.example", "https://*",
        "HTTP://*", "https://user@example.org",
      })
  void refusesOtherTextAndNamesTheKey(String text) {
    var refused =
        assertThrows(SettingsException.class, () -> Settings.webOrigin("cors.origins", text));
    assertTrue(refused.getMessage().startsWith("cors.origins: "), refused.getMessage());
  }
}
