package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertThrows;

import module java.base;

import dev.gatehouse.node.Node;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.settings.SettingsReader;

/** Settings of nodes without a settings file. */
public final class TestSettings {
  private TestSettings() {}

  /**
   * @param environment variables such as {@code GATEHOUSE_HTTP_PORT}
   */
  public static Settings of(Map<String, String> environment) {
    return new SettingsReader(environment).read(Path.of("none.yaml"));
  }

  /**
   * Returns settings.
   *
   * @param prefix of all names after {@code GATEHOUSE_}
   */
  public static Settings of(String prefix, Map<String, String> set) {
    Map<String, String> environment = new HashMap<>();
    set.forEach((name, value) -> environment.put("GATEHOUSE_" + prefix + name, value));
    return of(environment);
  }

  /**
   * @param settings names such as {@code HTTP_PORT}, each followed by its value
   */
  public static Settings of(String... settings) {
    Map<String, String> environment = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      environment.put("GATEHOUSE_" + settings[i], settings[i + 1]);
    }
    return of(environment);
  }

  /**
   * Returns why settings are refused.
   *
   * @param settings names such as {@code HTTP_PORT}, each followed by its value
   */
  public static String refusal(String... settings) {
    return assertThrows(SettingsException.class, () -> of(settings)).getMessage();
  }

  /**
   * Returns the settings of a node on free ports.
   *
   * @param more names such as {@code HTTP_PORT}, each followed by its value
   */
  public static Settings ofNode(Path data, String... more) {
    List<String> all = new ArrayList<>(List.of("DATA_DIR", data.toString()));
    all.addAll(List.of("HTTP_PORT", "0", "MANAGEMENT_PORT", "0"));
    all.addAll(List.of("STORE_RESERVE", "1MB", "DRAIN_DELAY", "0s"));
    all.addAll(List.of(more));
    return of(all.toArray(String[]::new));
  }

  /** Starts a node with the settings of {@link #ofNode}. */
  public static Node start(Path data, String... more) throws IOException {
    return Node.start(ofNode(data, more), Path.of("."), new TestClock());
  }
}
