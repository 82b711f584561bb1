package dev.gatehouse.settings;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** Descriptions of all settings, and which values are hidden. */
class EffectiveSettingTest {
  @Test
  void describesEverySetting() {
    List<SettingDescription> all = SettingDescription.all();
    Set<String> described = all.stream().map(SettingDescription::key).collect(Collectors.toSet());
    assertEquals(SettingsReader.defaultValues().keySet(), described);
    all.forEach(each -> assertFalse(each.description().isBlank(), each.key()));
  }

  /** The descriptions of secrets name the variable of their file. */
  @Test
  void hidesEverySecret() {
    List<SettingDescription> all = SettingDescription.all();
    String texts = all.stream().map(SettingDescription::description).collect(Collectors.joining());
    all.stream()
        .filter(each -> texts.contains(each.variable() + "_FILE"))
        .forEach(each -> assertTrue(EffectiveSetting.isSecret(each.key()), each.key()));
    for (String key :
        """
        access.permanentCode access.previousPermanentCode access.previousApiKey access.jwtSecret media.dnaKey
        blobs.s3AccessKey blockgame.rconPassword hosting.vercelToken marketplaceA.clientSecret calendar.key
        extensions.weather.pin
        """
            .split("\\s+")) {
      assertTrue(EffectiveSetting.isSecret(key), key);
    }
    for (String key : List.of("http.tlsKey", "storefront.tokenHeader", "extensions.folder")) {
      assertFalse(EffectiveSetting.isSecret(key), key);
    }
  }
}
