package dev.gatehouse.settings;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A setting under its old name stops the node, and the message names the new one. */
class RenamedSettingsTest {
  private static final Path SHIPPED = Path.of("conf/gatehouse.yaml");

  @TempDir Path folder;

  static Stream<Map.Entry<String, String>> keys() {
    return RenamedSettings.KEYS.entrySet().stream();
  }

  private static String rejection(Path file, Map<String, String> environment) {
    SettingsReader reader = new SettingsReader(environment);
    return assertThrows(SettingsException.class, () -> reader.read(file)).getMessage();
  }

  private static String variable(String key) {
    return "GATEHOUSE_" + key.replaceAll("([A-Z])", "_$1").replace('.', '_').toUpperCase();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void rejectsOldKeyInFile(Map.Entry<String, String> renamed) throws IOException {
    String[] key = renamed.getKey().split("\\.");
    String yaml = key[0] + ":\n  " + key[1] + ": 1\n";
    Path file = Files.writeString(folder.resolve("own.yaml"), yaml);
    String expected = renamed.getKey() + " was renamed to " + renamed.getValue();
    assertEquals(file + ": " + expected, rejection(file, Map.of()));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void rejectsOldVariable(Map.Entry<String, String> renamed) {
    for (String suffix : new String[] {"", "_FILE"}) {
      String old = variable(renamed.getKey()) + suffix;
      String expected = old + " was renamed to " + variable(renamed.getValue()) + suffix;
      assertEquals(expected, rejection(folder.resolve("none.yaml"), Map.of(old, "1")));
    }
  }

  @Test
  void reportsAllOldKeysAtOnce() throws IOException {
    String yaml = "calendar:\n  notice: 1h\nblobs:\n  trash: 7d\n";
    Path file = Files.writeString(folder.resolve("own.yaml"), yaml);
    String message = rejection(file, Map.of("GATEHOUSE_STOREFRONT_HOLD", "5m"));
    assertTrue(message.contains("calendar.minNotice"), message);
    assertTrue(message.contains("blobs.trashRetention"), message);
    assertTrue(message.contains("GATEHOUSE_STOREFRONT_RESERVATION_TTL"), message);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void mapsToExistingKeys(Map.Entry<String, String> renamed) {
    Settings settings = new SettingsReader(Map.of()).read(SHIPPED);
    String[] key = renamed.getValue().split("\\.");
    settings.section(key[0]).text(key[1]);
  }

  @ParameterizedTest
  @CsvSource({"64KB/30s, 65536, 30", "1MB/1m, 1048576, 60", "0/10s, 0, 10"})
  void readsRate(String text, long bytes, long seconds) {
    TransferRate rate = TransferRate.of(text);
    assertEquals(bytes, rate.size().bytes());
    assertEquals(seconds, rate.window().toSeconds());
  }

  @ParameterizedTest
  @CsvSource({"64KB", "64KB/0s", "64KB/", "/30s", "64KB/30s/1", "x/30s"})
  void rejectsInvalidRate(String text) {
    assertThrows(SettingsException.class, () -> TransferRate.of(text));
  }
}
