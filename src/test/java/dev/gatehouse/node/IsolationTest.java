package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestClock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IsolationTest {
  private static final Set<String> AREAS = Set.of("access", "media", "trading");
  private static final Optional<String> CUT_OFF =
      Optional.of("cut off from the other nodes, without media, trading");

  private final TestClock clock = new TestClock();
  private final AtomicInteger others = new AtomicInteger();
  private final Isolation lacking =
      new Isolation(others::get, AREAS, () -> Set.of("access"), clock);

  @Test
  void aNodeThatNobodyAnswersIsCutOffWhileTheStoreHearsOfOthers() {
    assertEquals(Optional.empty(), lacking.trouble(), "perhaps there is no other");
    lacking.othersSeen(clock.instant());
    assertEquals(CUT_OFF, lacking.trouble());
    clock.advance(Duration.ofSeconds(44));
    assertEquals(CUT_OFF, lacking.trouble());
    clock.advance(Duration.ofSeconds(2));
    assertEquals(Optional.empty(), lacking.trouble(), "the others are gone: it does what it can");
  }

  @Test
  void oneThatAnswersIsEnough() {
    lacking.othersSeen(clock.instant());
    others.set(1);
    assertEquals(Optional.empty(), lacking.trouble());
  }

  @Test
  void aNodeWithEverythingNeedsNoOther() {
    var whole = new Isolation(others::get, AREAS, () -> AREAS, clock);
    whole.othersSeen(clock.instant());
    assertEquals(Optional.empty(), whole.trouble());
  }
}
