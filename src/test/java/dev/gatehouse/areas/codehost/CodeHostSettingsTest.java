package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.codehost.CodeHostModule.CodeHostSettings;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of the area, and a node without them. */
class CodeHostSettingsTest {
  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @ParameterizedTest
  @ValueSource(strings = {"stats", "recent-repos", "issues", "prs", "stale-branches"})
  void reportsMissingToken(String operation) {
    Client.Reply reply = NODE.owner("GET", "/api/proxy/codehost-" + operation).expect(503);
    assertEquals("codehost is not configured: set GATEHOUSE_CODEHOST_TOKEN", reply.error());
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.github.com, https://api.github.com/graphql",
    "https://api.github.com/, https://api.github.com/graphql",
    "https://git.example.org/api/v3, https://git.example.org/api/graphql",
    "https://git.example.org/api/v3/, https://git.example.org/api/graphql",
  })
  void derivesTheGraphQlUrl(String url, String graph) throws IOException {
    assertEquals(graph, read(Map.of("GATEHOUSE_CODEHOST_URL", url)).graphUrl());
  }

  @ParameterizedTest
  @CsvSource({
    "CODEHOST_URL, ''", "CODEHOST_URL, ftp://example.org",
    "CODEHOST_USER, ../user", "CODEHOST_USER, 'a b'",
    "CODEHOST_USER, a?b",
  })
  void rejectsInvalidSettings(String key, String value) {
    var refused =
        assertThrows(SettingsException.class, () -> read(Map.of("GATEHOUSE_" + key, value)));
    assertTrue(
        refused.getMessage().startsWith(key.toLowerCase(java.util.Locale.ROOT).replace('_', '.')));
  }

  private static CodeHostSettings read(Map<String, String> environment) throws IOException {
    return CodeHostSettings.read(TestSettings.of(environment).section("codehost"));
  }
}
