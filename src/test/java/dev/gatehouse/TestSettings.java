package dev.gatehouse;

import module java.base;

import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsReader;

/** Settings of a node without a settings file. */
public final class TestSettings {
  private TestSettings() {}

  /**
   * @param environment variables such as {@code GATEHOUSE_HTTP_PORT}
   */
  public static Settings of(Map<String, String> environment) {
    return new SettingsReader(environment).read(Path.of("none.yaml"));
  }
}
