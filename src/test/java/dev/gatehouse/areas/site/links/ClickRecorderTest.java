package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.TestClock;
import dev.gatehouse.areas.site.links.ClickDays.ClickDay;
import dev.gatehouse.areas.site.links.ClickRecorder.Device;
import dev.gatehouse.areas.site.links.ClickRecorder.Referrer;
import dev.gatehouse.areas.site.links.ClickTally.TopCounts;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statistics of clicks are exact, limited in size, and deleted with their short URLs. */
class ClickRecorderTest {
  private static final Instant NOW = Instant.parse("2027-03-12T20:00:00Z");
  private static final LocalDate TODAY = LocalDate.parse("2027-03-12");
  private static final Referrer DIRECT = Referrer.of(null);
  private static final int FLOOD = 20_000;

  @TempDir Path folder;
  @AutoClose private EmbeddedStore store;
  private ShortUrls urls;
  private ClickDays days;
  private ShortUrl talk;
  private final Trouble trouble = new Trouble();

  @BeforeEach
  void open() {
    store = EmbeddedStore.open(folder, false);
    var documents = new Documents(trouble.over(store.documents()), new SecureRandom());
    urls = new ShortUrls(documents);
    days = new ClickDays(documents);
    documents.createIndexes();
    talk = added("talk", NOW);
  }

  private ShortUrl added(String key, Instant created) {
    var url =
        new ShortUrl(key, "https://x.example", "", created, ShortUrl.NEVER, true, 0, "", List.of());
    urls.add(url, 99);
    return url;
  }

  private ClickTally stored(String link) {
    return days.of(link, TODAY, TODAY).stream()
        .map(ClickDay::tally)
        .reduce(ClickTally.NONE, ClickTally::plus);
  }

  private ClickTally ofTalk() {
    return stored(ClickDay.link(talk));
  }

  @Test
  void addsClicksOfTwoNodesExactly() throws Exception {
    List<ClickRecorder> nodes =
        List.of(new ClickRecorder(days, urls), new ClickRecorder(days, urls));
    Concurrently.times(
        1_000,
        number -> {
          ClickRecorder node = nodes.get(number % 2);
          var host = Referrer.of("https://site" + number % 10 + ".example/");
          node.add(talk, Device.values()[number % 4], host, NOW);
          if (number % 20 == 0) {
            node.flush();
          }
          return number;
        });
    nodes.forEach(ClickRecorder::close);
    assertEquals(new ClickTally.Devices(250, 250, 250, 250), ofTalk().devices());
    assertEquals(750, ofTalk().clicks());
    assertEquals(750, ofTalk().hours().get(20));
    assertEquals(750, ofTalk().referrers().clicks());
    assertEquals(0, ofTalk().referrers().other());
    assertEquals(750, stored("").links().top().getFirst().clicks());
  }

  @Test
  void limitsReferrersOfAFlood() {
    var clicks = new ClickRecorder(days, urls);
    var known = Referrer.of("https://news.example/");
    for (int i = 0; i < FLOOD; i++) {
      clicks.add(talk, Device.PHONE, Referrer.of("https://a" + i + ".example/"), NOW);
      if (i % 10 == 0) {
        clicks.add(talk, Device.PHONE, known, NOW);
      }
      if (i % 5_000 == 0) {
        clicks.flush();
      }
    }
    clicks.close();
    TopCounts hosts = ofTalk().referrers();
    assertEquals(ClickTally.MAX_NAMES, hosts.top().size());
    assertEquals(FLOOD + FLOOD / 10, hosts.clicks());
    assertEquals("news.example", hosts.top().getFirst().name());
    // Hosts that visitors use after the flood replace those of the flood.
    clicks.add(talk, Device.PHONE, Referrer.of("https://late.example/"), NOW);
    clicks.close();
    assertTrue(ofTalk().referrers().names("late.example"));
  }

  @Test
  void keepsClicksUntilStoredAndCountsThemOnce() {
    var clicks = new ClickRecorder(days, urls);
    clicks.add(talk, Device.DESKTOP, DIRECT, NOW);
    trouble.kind = "away";
    assertThrows(StoreAwayException.class, clicks::flush);
    trouble.kind = "reply lost";
    clicks.flush();
    trouble.kind = "none";
    clicks.flush();
    assertEquals(1, ofTalk().clicks());
    assertEquals(1, ofTalk().direct());
    clicks.add(talk, Device.DESKTOP, DIRECT, NOW);
    clicks.close();
    assertEquals(2, ofTalk().clicks());
    assertEquals(2, stored("").clicks());
  }

  @Test
  void writesImmediatelyWhenMemoryIsFull() {
    var clicks = new ClickRecorder(days, urls, 1);
    clicks.add(talk, Device.DESKTOP, DIRECT, NOW);
    assertEquals(0, ofTalk().clicks());
    assertEquals(1, stored("").clicks());
    // A redirect does not fail because of its statistics.
    ShortUrl other = added("other", NOW);
    trouble.kind = "away";
    clicks.add(other, Device.DESKTOP, DIRECT, NOW);
    trouble.kind = "none";
    clicks.close();
    assertEquals(1, ofTalk().clicks());
  }

  @Test
  void deletesStatisticsWithTheirShortUrl() {
    var clicks = new ClickRecorder(days, urls);
    var otherNode = new ClickRecorder(days, urls);
    String link = ClickDay.link(talk);
    clicks.add(talk, Device.DESKTOP, DIRECT, NOW);
    clicks.add(talk, Device.DESKTOP, DIRECT, NOW.minus(Duration.ofDays(3)));
    clicks.flush();
    clicks.add(talk, Device.DESKTOP, DIRECT, NOW);
    otherNode.add(talk, Device.DESKTOP, DIRECT, NOW);
    urls.remove("talk");
    clicks.forget(link);
    otherNode.flush();
    clicks.flush();
    assertEquals(List.of(), days.of(link, TODAY.minusDays(9), TODAY));
    assertEquals(false, stored("").links().names(link) && stored("").links().other() == 0);
    // A new short URL with the same key starts without clicks.
    ShortUrl again = added("talk", NOW.plusSeconds(1));
    clicks.add(again, Device.DESKTOP, DIRECT, NOW.plusSeconds(2));
    clicks.close();
    assertEquals(1, stored(ClickDay.link(again)).clicks());
  }

  @Test
  void deletesOldDays() {
    var clicks = new ClickRecorder(days, urls);
    for (int ago = 0; ago < 4; ago++) {
      clicks.add(talk, Device.DESKTOP, DIRECT, NOW.minus(Duration.ofDays(ago)));
    }
    clicks.close();
    days.deleteOld(TestClock.before(NOW.minus(Duration.ofDays(1))));
    List<LocalDate> left =
        days.of(ClickDay.link(talk), TODAY.minusDays(9), TODAY).stream()
            .map(ClickDay::date)
            .toList();
    assertEquals(List.of(TODAY), left);
  }

  @ParameterizedTest
  @CsvSource({
    "https://www.example.org/a?b=secret#c, www.example.org",
    "HTTP://Example.ORG:8080, example.org",
    "https://example.org., example.org",
    "https://xn--bcher-kva.example/?q=1, xn--bcher-kva.example",
    "https://192.0.2.7/, other",
    "https://[2001:db8::1]/, other",
    "https://localhost/, other",
    "https://user@example.org/, other",
    "android-app://com.example.mail/, other",
    "javascript:alert(1), other",
    "https://-a.example/, other",
    "https://a..example/, other",
    "'https://example.org/\n', example.org",
    "'https://exa\u0000mple.org/', other",
    "'', direct",
    "' ', direct",
  })
  void keepsOnlyDomainNames(String header, String expected) {
    Referrer referrer = Referrer.of(header);
    assertEquals(expected, referrer.direct() ? "direct" : referrer.host().orElse("other"));
  }

  @ParameterizedTest
  @CsvSource({
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0, DESKTOP",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1, PHONE",
    "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) Mobile/15E148 Safari/604.1, TABLET",
    "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36, PHONE",
    "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Safari/537.36, TABLET",
    "Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0, TABLET",
    "curl/8.5.0, DESKTOP",
  })
  void recognizesClassOfDevice(String agent, Device device) {
    assertEquals(device, Device.ofBrowser(agent));
  }

  @ParameterizedTest
  @CsvSource({"100, true", "101, false"})
  void limitsLengthOfHosts(int length, boolean kept) {
    String label = "a".repeat(49);
    String host = label + '.' + "b".repeat(length - label.length() - 5) + ".org";
    assertEquals(kept, Referrer.of("https://" + host + "/").host().isPresent());
  }
}
