package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.settings.SettingMistake;
import dev.gatehouse.settings.SettingsCheck;
import dev.gatehouse.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All mistakes of the settings at once, found without a node. */
class SettingsReadersTest {
  @TempDir Path home;

  private SettingsCheck check(String yaml, Map<String, String> environment) throws IOException {
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(file(), yaml);
    return SettingsReaders.check(home, environment, TimeSource.system(), new Random(1));
  }

  private Path file() {
    return home.resolve("conf/gatehouse.yaml");
  }

  private List<String> mistakes(String yaml, Map<String, String> environment) throws IOException {
    return check(yaml, environment).mistakes().stream()
        .map(mistake -> mistake.text().replace(file().toString(), "yaml"))
        .toList();
  }

  /** A group that no reader reads would never be checked. */
  @Test
  void readsEveryDocumentedSetting() throws IOException {
    SettingsCheck check = check("", Map.of());
    assertEquals(List.of(), check.mistakes());
    check.settings().orElseThrow().mustBeRead();
  }

  @Test
  void findsAllMistakesWithTheirLines() throws IOException {
    String yaml =
        """
        # a comment
        htp:
          port: 8080
        http:
          prot: 9000
          port: many
          idleTimeout: 5
          tlsKey: key.pem
        limits: {defaultPerMinute: -1}
        owner:
          email: nobody@
        access:
          previousApiKey: 0123456789abcdef
        links:
          keepExpired: 10d
        calendar:
          from: dawn
        jobs:
          lease: 1s
        marketplaceA:
          source: creators
        marketplaceB:
          source: shelf
        """;
    List<String> expected =
        List.of(
            "yaml:15: unknown setting links.keepExpired",
            "yaml:2: unknown setting htp: did you mean http?",
            "yaml:5: unknown setting http.prot: did you mean http.port?",
            "yaml:6: http.port must be a whole number",
            "yaml:7: http.idleTimeout: not a duration: 5",
            "yaml:8: http.tlsCertificate and http.tlsKey must be set together",
            "yaml:9: limits.defaultPerMinute must be 0 or more",
            "yaml:11: owner.email must be one email address, without name and quotation marks",
            "yaml:13: access.previousApiKey requires access.apiKey",
            "yaml:17: calendar.from",
            "yaml:19: jobs.lease must be 5s to 10m",
            "yaml:20: marketplaceA.clientId must be set for this source",
            "yaml:23: marketplaceB.source must be none, file, json or ebay");
    List<String> found = mistakes(yaml, Map.of());
    for (String mistake : expected) {
      assertTrue(
          found.stream().anyMatch(each -> each.startsWith(mistake)),
          () -> mistake + " is not in " + String.join("\n", found));
    }
    assertEquals(expected.size(), found.size(), () -> String.join("\n", found));
  }

  @Test
  void findsMistakesOfTheEnvironment() throws IOException {
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_HTTP_PRT", "80",
            "GATEHOUSE_LOG_LEVEL", "loud",
            "GATEHOUSE_ACCESS_API_KEY_FILE", home + "/absent",
            "GATEHOUSE_CLUSTER_ENABLED", "true",
            "GATEHOUSE_ENVIRONMENT", "test");
    List<String> found = mistakes("log: {level: quiet}\n", environment);
    assertEquals(5, found.size(), () -> String.join("\n", found));
    String all = String.join("\n", found);
    assertTrue(
        all.contains(
            "unknown setting GATEHOUSE_HTTP_PRT in the environment: did you mean"
                + " GATEHOUSE_HTTP_PORT?"),
        all);
    assertTrue(all.contains("GATEHOUSE_LOG_LEVEL: log.level must be error"), all);
    assertTrue(all.contains("yaml:1: log.level must be error"), all);
    assertTrue(all.contains("GATEHOUSE_ACCESS_API_KEY_FILE: "), all);
    assertTrue(all.contains("GATEHOUSE_CLUSTER_ENABLED: a node of a cluster"), all);
  }

  @Test
  void namesTheLineOfASyntaxError() throws IOException {
    SettingsCheck check =
        check("http:\n  port: 80\n  host: [a\nlog: x\n", Map.of("GATEHOUSE_LOG_LEVEL", "loud"));
    List<SettingMistake> found = check.mistakes();
    assertEquals(2, found.size(), found::toString);
    assertEquals(4, found.getFirst().line(), found::toString);
    assertTrue(found.getFirst().text().startsWith(file() + ":4: "), found::toString);
    assertEquals("GATEHOUSE_LOG_LEVEL", found.getLast().variable());
  }
}
