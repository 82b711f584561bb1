package dev.gatehouse.settings;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.node.SettingsReaders;
import dev.gatehouse.time.TimeSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Environments of containers, charts and other programs: settings apply, or a sentence says why.
 */
class OpsFieldTest {
  @TempDir Path home;

  @ParameterizedTest
  @CsvFileSource(resources = "/field/ops.tsv", delimiter = '\t', quoteCharacter = '\0')
  void takesOrNamesEachEnvironment(
      String source, String variables, String outcome, String expected, String firstTry) {
    assertFalse(firstTry.isBlank(), source);
    Map<String, String> environment = new HashMap<>();
    for (String variable : variables.split("; ")) {
      int equals = variable.indexOf('=');
      String value = variable.substring(equals + 1).replace("\\n", "\n").replace("\\r", "\r");
      environment.put("GATEHOUSE_" + variable.substring(0, equals), value);
    }
    SettingsCheck check =
        SettingsReaders.check(home, environment, TimeSource.system(), new Random(1));
    List<String> mistakes = check.mistakes().stream().map(SettingMistake::text).toList();
    if (outcome.equals("ok")) {
      assertEquals(List.of(), mistakes, source);
      String key = expected.substring(0, expected.indexOf('='));
      assertEquals(expected, key + '=' + value(check.settings().orElseThrow(), key), source);
    } else {
      assertEquals("refused", outcome, source);
      assertEquals(1, mistakes.size(), source + mistakes);
      assertTrue(mistakes.getFirst().contains(expected), source + mistakes);
    }
  }

  private static String value(Settings settings, String key) {
    return key.equals("public.url") ? settings.publicAddress().url() : settings.values().get(key);
  }
}
