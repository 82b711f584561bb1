package dev.gatehouse.node.integrations;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.UnendingReplies;
import dev.gatehouse.provider.ProviderRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProviderTrialTest {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  @Test
  void needsNotWaitForTheWholeBody() throws Exception {
    try (var provider = new UnendingReplies()) {
      var trial = new ProviderTrial("shop", "shop.url", ProviderRequest.get(provider.url()));
      ProviderTrial.Outcome outcome =
          assertTimeoutPreemptively(LIMIT.multipliedBy(2), () -> trial.run(LIMIT));
      assertEquals(ProviderTrial.Result.OK, outcome.result(), outcome.message());
    }
  }
}
