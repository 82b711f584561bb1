package dev.gatehouse.areas.site.search;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestProviders;
import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.site.Simulator;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.WebAddress;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Replies of the search engine, and the submissions of two nodes that receive the same change
 * event.
 */
class SubmissionsTest {
  private static final String KEY = "a-key-of-letters";
  private static final String PAGE = "https://www.example.org/links";

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  @AutoClose private final TestProviders providers = new TestProviders(clock);
  @AutoClose private final Simulator engine = new Simulator();
  @AutoClose private EmbeddedStore store;
  private Documents documents;
  private IndexNowSettings settings;
  private Submissions submissions;

  @BeforeEach
  void start() {
    store = EmbeddedStore.open(folder, false);
    documents = new Documents(store.documents(), new SecureRandom());
    settings =
        settings(
            Map.of(
                "PUBLIC_URL",
                "https://www.example.org",
                "INDEXNOW_URL",
                engine.url(),
                "INDEXNOW_PAGES",
                "hyperlinks=" + PAGE));
    submissions =
        new Submissions(
            new Outbox(documents, clock.trusted()),
            settings,
            KEY,
            providers.client(Submissions.OPTIONS.withTimeout(Duration.ofSeconds(5))));
  }

  private static IndexNowSettings settings(Map<String, String> set) {
    var all = TestSettings.of("", set);
    return IndexNowSettings.read(all.section("indexnow"), all.publicAddress().url());
  }

  private void deliver() throws DeliveryException {
    submissions.enqueue(submissions.newId(), settings.site().orElseThrow(), List.of(PAGE));
    submissions.delivery().carrier().deliver(submissions.latest(1).getFirst());
  }

  @ParameterizedTest
  @CsvSource({"200", "202"})
  void acceptsReplies200And202(int status) throws DeliveryException {
    engine.says("/", status, "");
    deliver();
    assertEquals(1, engine.asked().size());
  }

  @ParameterizedTest
  @CsvSource({
    "400, REFUSED, the search engine cannot read the submission",
    "403, REFUSED, the search engine did not find the key file",
    "422, REFUSED, the URLs are not on the key's host",
    "302, FAILED, the search engine returned status 302",
    "404, FAILED, the search engine returned status 404",
  })
  void mapsReplyStatusToOutcome(int status, DeliveryException.Outcome outcome, String error) {
    engine.says("/", status, "{\"message\":\"other words\"}");
    DeliveryException refused = assertThrows(DeliveryException.class, this::deliver);
    assertEquals(outcome, refused.outcome());
    assertEquals(error, refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"429, 503", "500, 502", "0, 504"})
  void reportsTemporaryFailure(int status, int reported) {
    if (status > 0) {
      engine.says("/", status, "");
    }
    ApiException failure = assertThrows(ApiException.class, this::deliver);
    assertEquals(reported, failure.failure().status());
  }

  @Test
  void submitsPageOnceAcrossNodes() {
    List<ChangedPages> nodes =
        List.of(
            new ChangedPages(documents, settings, submissions),
            new ChangedPages(documents, settings, submissions));
    nodes.forEach(node -> node.changed("hyperlinks"));
    nodes.forEach(node -> node.changed("nothing shown"));
    nodes.forEach(ChangedPages::submit);
    assertEquals(1, submissions.latest(9).size());
    nodes.getLast().changed("hyperlinks");
    nodes.forEach(ChangedPages::submit);
    assertEquals(2, submissions.latest(9).size());
    assertEquals(
        List.of(PAGE), submissions.latest(1).getFirst().body(Submissions.Addresses.class).urls());
  }

  @Test
  void reportsFullQueue() {
    WebAddress site = settings.site().orElseThrow();
    for (int i = 0; i < 100; i++) {
      assertFalse(submissions.full());
      submissions.enqueue(submissions.newId(), site, List.of(PAGE));
    }
    assertEquals(true, submissions.full());
    assertEquals(OutboxEntry.State.WAITING, submissions.latest(20).getLast().progress().state());
  }

  @Test
  void derivesKeyLocationFromSite() {
    IndexNowSettings other =
        settings(
            Map.of(
                "PUBLIC_URL", "https://api.example.org",
                "INDEXNOW_SITE", "https://www.example.org/"));
    assertEquals(Optional.of("https://www.example.org/k.txt"), other.keyLocation("k"));
    assertEquals(Optional.empty(), settings(Map.of()).keyLocation("k"));
  }

  @ParameterizedTest
  @CsvSource({
    "INDEXNOW_KEY, short, indexnow.key",
    "INDEXNOW_PAGES, https://www.example.org/, indexnow.pages",
    "INDEXNOW_PAGES, links=https://www.example.com/, indexnow.pages",
    "INDEXNOW_SITE, https://аpple.com, indexnow.site",
    "INDEXNOW_PERIOD, soon, indexnow.period",
  })
  void rejectsInvalidSettings(String key, String value, String named) {
    SettingsException refused =
        assertThrows(
            SettingsException.class,
            () -> settings(Map.of("PUBLIC_URL", "https://www.example.org", key, value)));
    assertEquals(named, refused.getMessage().split("[ :]")[0]);
  }
}
