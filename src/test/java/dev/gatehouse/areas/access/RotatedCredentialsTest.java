package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.settings.SettingsException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node whose permanent code and API key are being replaced. */
class RotatedCredentialsTest {
  private static final String OLD_CODE = "previous-permanent-code";
  private static final String OLD_KEY = "previous-key-0123456789";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("ACCESS_PREVIOUS_PERMANENT_CODE", OLD_CODE)
          .with("ACCESS_PREVIOUS_API_KEY", OLD_KEY);

  @ParameterizedTest
  @CsvSource({
    TestNode.KEY + ", 200",
    OLD_KEY + ", 200",
    "previous-key-0123456788, 403",
  })
  void acceptsBothKeys(String key, int status) {
    NODE.request("GET", "/deployment/info").key(key).expect(status);
  }

  @ParameterizedTest
  @CsvSource({
    TestNode.CODE + ", 200",
    OLD_CODE + ", 200",
    "previous-permanent-codf, 401",
  })
  void acceptsBothCodes(String code, int status) {
    NODE.login(code).expect(status);
  }

  @Test
  void requiresCurrentValues() {
    for (String name : new String[] {"PERMANENT_CODE", "API_KEY"}) {
      Map<String, String> only = Map.of("GATEHOUSE_ACCESS_PREVIOUS_" + name, OLD_KEY);
      String message =
          assertThrows(SettingsException.class, () -> TestSettings.of(only)).getMessage();
      assertTrue(message.contains(" requires access."), message);
    }
  }
}
