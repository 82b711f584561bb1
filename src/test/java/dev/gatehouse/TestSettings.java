package dev.gatehouse;

import module java.base;

import dev.gatehouse.node.Node;
import dev.gatehouse.settings.Settings;
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
   * Returns the settings of a node on free ports.
   *
   * @param more names such as {@code HTTP_PORT}, each followed by its value
   */
  public static Settings ofNode(Path data, String... more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("GATEHOUSE_DATA_DIR", data.toString());
    environment.put("GATEHOUSE_HTTP_PORT", "0");
    environment.put("GATEHOUSE_MANAGEMENT_PORT", "0");
    environment.put("GATEHOUSE_STORE_RESERVE", "1MB");
    environment.put("GATEHOUSE_DRAIN_DELAY", "0s");
    for (int i = 0; i < more.length; i += 2) {
      environment.put("GATEHOUSE_" + more[i], more[i + 1]);
    }
    return of(environment);
  }

  /** Starts a node with the settings of {@link #ofNode}. */
  public static Node start(Path data, String... more) throws IOException {
    return Node.start(ofNode(data, more), Path.of("."), new TestClock());
  }
}
