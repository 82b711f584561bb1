package dev.gatehouse.areas.commerce.reviews;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestSettings;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.OddElements;
import dev.gatehouse.provider.Providers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same odd elements as in {@code OddElementsTest}, in the reviews of every source. */
class OddReviewsTest {
  private static final String ASIN = "B0EXAMPLE1";
  private static final String GOOD = "{\"rating\":5}";

  @TempDir Path folder;

  /** Texts that no page may contain, and a rating that would be rounded, are odd as well. */
  private static List<String> odd() {
    return Stream.concat(
            OddElements.of(GOOD, "rating").stream(),
            Stream.of(
                "{\"rating\":4.5}",
                "{\"rating\":5,\"title\":\"a\\u202eb\"}",
                "{\"rating\":5,\"title\":\"a\\nb\"}",
                "{\"rating\":5,\"body\":\"a\\u0000b\"}",
                "{\"rating\":5,\"body\":\"a\\ud800b\"}",
                "{\"rating\":5,\"profile\":{\"name\":\"a\\u0007b\"}}"))
        .toList();
  }

  private void reply(OddElements marketplace, String body) throws IOException {
    marketplace.reply('/' + ASIN, body);
    Files.writeString(folder.resolve(ASIN + ".json"), body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "file"})
  void leavesOutAndCountsOddReviews(String kind) throws Exception {
    Vertx vertx = Vertx.vertx();
    try (OddElements marketplace = new OddElements()) {
      Map<String, String> environment =
          Map.of(
              "GATEHOUSE_MARKETPLACE_A_REVIEWS",
              kind,
              "GATEHOUSE_MARKETPLACE_A_REVIEWS_URL",
              marketplace.url() + "/{asin}",
              "GATEHOUSE_MARKETPLACE_A_REVIEWS_FOLDER",
              folder.toString());
      ReviewSource source =
          ReviewSource.read(
                  TestSettings.of(environment).section("marketplaceA"),
                  new Providers(vertx, new TestClock(), new Random(1), new SimpleMeterRegistry()))
              .orElseThrow();
      for (String odd : odd()) {
        reply(marketplace, "{\"reviews\":[" + odd + ',' + GOOD + "]}");
        ReviewedProduct.FetchedReviews reported = source.fetch(ASIN);
        assertEquals(1, reported.unreadable(), odd);
        assertEquals(1, reported.reviews().size(), odd);
        reply(marketplace, "{\"reviews\":[" + odd + "]}");
        assertThrows(ApiException.class, () -> source.fetch(ASIN), odd);
      }
      reply(marketplace, "{\"error\":\"try later\"}");
      assertThrows(ApiException.class, () -> source.fetch(ASIN));
      reply(marketplace, "{\"reviews\":[]}");
      assertEquals(0, source.fetch(ASIN).unreadable());
    } finally {
      vertx.close().await();
    }
  }
}
