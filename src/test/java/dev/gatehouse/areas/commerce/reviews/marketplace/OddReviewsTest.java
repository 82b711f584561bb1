package dev.gatehouse.areas.commerce.reviews.marketplace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestClock;
import dev.gatehouse.provider.OddElements;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.SettingsReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same odd elements as in {@code OddElementsTest}, in the reviews of every source. */
class OddReviewsTest {
  private static final String ASIN = "B0EXAMPLE1";
  private static final String GOOD = "{\"rating\":5}";

  @TempDir Path folder;

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
          ReviewSources.read(
                  new SettingsReader(environment)
                      .read(Path.of("none.yaml"))
                      .section("marketplaceA"),
                  new Providers(vertx, new TestClock(), new Random(1), new SimpleMeterRegistry()))
              .orElseThrow();
      for (String odd : OddElements.of(GOOD, "rating")) {
        String body = "{\"reviews\":[" + odd + ',' + GOOD + "]}";
        marketplace.reply('/' + ASIN, body);
        Files.writeString(folder.resolve(ASIN + ".json"), body);
        ReviewedProduct.FetchedReviews reported = source.fetch(ASIN);
        assertEquals(1, reported.unreadable(), odd);
        assertEquals(1, reported.reviews().size(), odd);
      }
    } finally {
      vertx.close().await();
    }
  }
}
