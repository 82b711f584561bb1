package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestSettings;
import dev.gatehouse.formats.WebAddress;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A node without a configured public URL recognizes its own addresses by the requested host and by
 * its socket.
 */
class OwnNameTest {
  private final OwnAddresses own = new OwnAddresses(TestSettings.of(Map.of()), "");

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080/r/a, true", "http://localhost:8080/r/a, true",
    "http://www.localhost:8080/r/a, true", "http://127.9.9.9:8080/r/a, true",
    "http://[::1]:8080/r/a, true", "http://0.0.0.0:8080/r/a, true",
    "https://asked.example/r/a, true", "http://ASKED.example:80/r/a, true",
    "http://localhost:9090/r/a, false", "http://localhost:8080/audio/r/a, false",
    "http://localhost:8080/rr/a, false", "https://asked.example.org/r/a, false",
    "https://asked.example:444/r/a, false",
  })
  void recognizesOwnShortUrls(String target, boolean ours) {
    assertEquals(ours, own.shortens(WebAddress.parse(target), "https://asked.example"));
  }

  @ParameterizedTest
  @CsvSource({"http://a b", "''", "http://", "http://x:y"})
  void ignoresInvalidBaseUrl(String base) {
    assertEquals(false, own.shortens(WebAddress.parse("https://asked.example/r/a"), base));
  }
}
