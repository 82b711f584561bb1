package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.node.VerticlePlan.Entry;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** verticles.json and --verticles. */
class VerticlePlanTest {
  private static final Set<String> KNOWN = Set.of("http", "media", "site");

  @TempDir Path folder;

  private VerticlePlan read(String json, String... chosen) throws IOException {
    Path file = Files.writeString(folder.resolve("verticles.json"), json);
    return VerticlePlan.read(file, List.of(chosen), KNOWN, Set.of());
  }

  @Test
  void readsEntriesAndFillsInDefaults() throws IOException {
    VerticlePlan plan =
        read(
            "{\"http\": {\"instances\": \"cores\"}, \"site\": {}, \"media\": {\"concurrency\": 2, \"maxWait\": \"500ms\"}}");
    assertEquals(List.of("http", "site", "media"), List.copyOf(plan.entries().keySet()));
    int cores = Runtime.getRuntime().availableProcessors();
    assertEquals(cores, plan.entries().get("http").instances());
    assertEquals(new Entry(1, 2, Duration.ofMillis(500)), plan.entries().get("media"));
    assertEquals(new Entry(1, 64, Duration.ofSeconds(2)), plan.entries().get("site"));
  }

  @Test
  void keepsOnlySelectedVerticles() throws IOException {
    assertEquals(Set.of("site"), read("{\"http\": {}, \"site\": {}}", "site").entries().keySet());
  }

  @Test
  void fallsBackToBundledPlanWithoutFile() {
    Set<String> known = Set.of("http");
    var refusal =
        assertThrows(
            SettingsException.class,
            () -> VerticlePlan.read(folder.resolve("none.json"), List.of(), known, Set.of()));
    assertEquals(
        "verticles.json: unknown verticle access: delete it from the file; the verticles are http",
        refusal.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'musik': {}}                      |      | unknown verticle musik",
        "{'http': {}}                       | site | verticles.json has no verticle site",
        "{'http': {}}                       | htpt | verticles.json has no verticle htpt",
        "{'media': {'threads': 2}}          |      | verticles.json: media has threads, which has no effect",
        "{'media': {'instances': 2}}        |      | its keys are concurrency, maxWait",
        "{'http': {'concurrency': 8}}       |      | verticles.json: http has concurrency, which has no effect",
        "{'media': {'concurrency': 'many'}} |      | verticles.json: media has \"many\" instead of a valid number",
        "{'media': {'concurrency': 0}}      |      | verticles.json: media has 0 instead of a valid number",
        "{'media': {'queue': 64}}           |      | verticles.json: media has queue: delete it",
        "{'media': {'maxWait': 'long'}}     |      | verticles.json: media.maxWait:",
        "{'http': {'instances': 0}}         |      | verticles.json: http has 0 instead of a valid number",
        "{'http': {'instances': 1.5}}       |      | verticles.json: http has 1.5 instead of a valid number",
        "{'http': 4}                        |      | verticles.json: http",
        "['http']                           |      | verticles.json",
        "{'http'                            |      | verticles.json cannot be read as JSON",
        "``                                 |      | verticles.json",
      })
  void whatCannotBeDeployedIsNamed(String json, String chosen, String message) {
    String[] names = chosen == null ? new String[0] : new String[] {chosen};
    String text = json == null ? "" : json.replace('\'', '"');
    String refusal = assertThrows(SettingsException.class, () -> read(text, names)).getMessage();
    assertTrue(refusal.contains(message), refusal);
  }
}
