package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import module java.base;

import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics and repositories from published and unusual replies of the provider. */
@Timeout(60)
class CodeHostTest {
  @RegisterExtension final CodeHostFixture fixture = new CodeHostFixture();

  private CodeHostSimulator simulator;

  private CodeHost host;

  @BeforeEach
  void start() {
    simulator = fixture.simulator;
    host = fixture.host;
  }

  @Test
  void showsPublishedLanguagesAsPercentages() {
    JsonObject published = new JsonObject(Published.text("languages"));
    simulator.add(
        "Hello-World", "C", published.getValue("C"), "Python", published.getValue("Python"));
    CodehostStats stats = host.stats().value();
    assertEquals(
        "[C 91.0 #555555, Python 9.0 #3572a5]",
        stats.stats().stream()
            .map(each -> each.name() + ' ' + each.value() + ' ' + each.color())
            .toList()
            .toString());
    assertEquals("2 20 0", stats.publicRepos() + " " + stats.followers() + " " + stats.following());
    assertNull(stats.incomplete());
  }

  @Test
  void sumsLanguagesOfAllRepositories() {
    simulator.add("one", "Java", 3_000, "Klingon", 500);
    simulator.add("two", "Java", 5_999_999_999L);
    simulator.add("empty");
    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Java", "Klingon"), names(stats));
    assertEquals("#8b8b8b", stats.stats().getLast().color());
    assertEquals(
        new BigDecimal("100.0"),
        stats.stats().stream()
            .map(CodehostStats.LanguageShare::value)
            .reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  /**
   * The list may contain private repositories by a mistake of the provider, or on an enterprise
   * server.
   */
  @Test
  void hidesPrivateRepositories() {
    simulator.add("open", "Java", 1);
    simulator.add("secret-1", "COBOL", 9).put("private", true);
    simulator.add("secret-2", "COBOL", 9).put("visibility", "private");
    simulator.add("secret-3", "COBOL", 9).put("visibility", "internal");
    simulator.add("secret-4", "COBOL", 9).remove("visibility");
    simulator.add("secret-5", "COBOL", 9).putNull("private");
    simulator.add("secret-6", "COBOL", 9).put("private", "false");
    simulator.add("secret-7", "COBOL", 9).put("private", 0);
    simulator.add("secret-8", "COBOL", 9).put("private", "");
    assertEquals(List.of("Java"), names(host.stats().value()));
    assertEquals(
        List.of("octocat/open"),
        host.recent().value().items().stream().map(each -> each.naming().fullName()).toList());
    assertEquals(List.of(), simulator.asked("secret.*languages"));
  }

  @Test
  void excludesForksAndArchivesFromStatistics() {
    simulator.add("own", "Java", 1);
    simulator.add("copy", "C", 9).put("fork", true);
    simulator.add("over", "C", 9).put("archived", true);
    assertEquals(List.of("Java"), names(host.stats().value()));
    assertEquals(3, host.recent().value().items().size());
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 409, 451})
  void skipsUnavailableRepositories(int status) {
    simulator.add("fine", "Java", 1);
    simulator.add("other", "C", 9);
    simulator.script("other/languages", status, "{\"message\":\"Git Repository is empty.\"}");
    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Java"), names(stats));
    assertNull(stats.incomplete());
  }

  /**
   * The result is marked as incomplete, and the next request follows after minutes instead of
   * hours.
   */
  @Test
  void retriesLanguagesThatAreStillComputed() throws Exception {
    simulator.add("fine", "Java", 1);
    simulator.add("other", "C", 9);
    simulator.script("other/languages", 202, "");
    assertEquals(true, host.stats().value().incomplete());
    simulator.unscript();
    fixture.clock.advance(Duration.ofMinutes(5).minusSeconds(1));
    assertEquals(true, host.stats().value().incomplete());
    fixture.clock.advance(Duration.ofSeconds(2));
    Waiting.until(() -> host.stats().value().incomplete() == null);
    CodehostStats later = host.stats().value();
    assertEquals(List.of("C", "Java"), names(later));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>",
        "",
        "null",
        "[]",
        "{\"C\":-1}",
        "{\"C\":1e400}",
        "{\"C\":1.5}",
        "{\"C\":\"9\"}",
        "{\"C\":99999999999999999999}",
        "{\"C\":9223372036854775807}",
        "{\"C\":1,\"C\":2}",
        "{\"C\":1",
      })
  void aRepositoryWhoseLanguagesMakeNoSenseIsMissing(String body) {
    simulator.add("fine", "Java", 1);
    simulator.add("good", "Java", 1);
    simulator.add("odd", "C", 9);
    simulator.script("odd/languages", 200, body);
    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Java"), names(stats));
    assertEquals(true, stats.incomplete());
  }

  @Test
  void returns502WhenMostRepositoriesFail() {
    simulator.add("fine", "Java", 1);
    simulator.add("odd", "C", 9);
    simulator.add("odd-too", "C", 9);
    simulator.script("odd.*/languages", 500, "");
    assertEquals(502, CodeHostFixture.failure(() -> host.stats().value()).status());
  }

  /** The other repositories do not wait indefinitely for it, and it is requested again later. */
  @Test
  void reportsIncompleteWhenARepositoryHangs() {
    simulator.add("fine", "Java", 1);
    simulator.add("good", "Java", 1);
    simulator.add("slow", "C", 9);
    simulator.script("slow/languages", request -> simulator.hang());
    host = fixture.host("", Duration.ofMillis(500));
    assertEquals(true, host.stats().value().incomplete());
    simulator.unscript();
    fixture.clock.advance(Duration.ofHours(25));
    assertNull(host.stats().value().incomplete());
    assertEquals(1, simulator.asked("good/languages").size());
  }

  @Test
  void skipsMalformedRepositories() {
    simulator.add("fine", "Java", 1);
    simulator.add("odd", "C", 9).put("full_name", "../../user");
    simulator.add("odder", "C", 9).put("pushed_at", "yesterday");
    simulator.add("oddest", "C", 9).put("html_url", "javascript:alert(1)");
    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Java"), names(stats));
    assertEquals(true, stats.incomplete());
    assertEquals(1, host.recent().value().items().size());
  }

  @Test
  void showsThePublishedRepository() {
    simulator.repositories.add(new JsonArray(Published.text("users_repos")).getJsonObject(0));
    JsonObject shown = Published.shown(host.recent().value().items().getFirst());
    assertEquals(
        new JsonObject()
            .put("name", "Hello-World")
            .put("full_name", "octocat/Hello-World")
            .put("description", "This your first repo!")
            .put("html_url", "https://github.com/octocat/Hello-World")
            .putNull("language")
            .put("topics", new JsonArray().add("octocat").add("atom").add("electron").add("api"))
            .put("stargazers_count", 80)
            .put("forks_count", 9)
            .put("pushed_at", "2011-01-26T19:06:43.000Z")
            .put("updated_at", "2011-01-26T19:14:43.000Z")
            .put("fork", false)
            .put("archived", false),
        shown);
  }

  @Test
  void listsTenRecentPublicRepositories() {
    for (int i = 0; i < 40; i++) {
      simulator.add("r" + i).put("private", i < 5);
    }
    assertEquals(
        List.of("r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14"),
        host.recent().value().items().stream().map(each -> each.naming().name()).toList());
  }

  private static List<String> names(CodehostStats stats) {
    return stats.stats().stream().map(CodehostStats.LanguageShare::name).toList();
  }

  @Test
  void resolvesLanguageColors() {
    LanguageColors colors = LanguageColors.bundled();
    Map.of("Java", "#b07219", "C++", "#f34b7d", "Jupyter Notebook", "#da5b0b", "Nothing", "#8b8b8b")
        .forEach((language, color) -> assertEquals(color, colors.of(language)));
  }
}
