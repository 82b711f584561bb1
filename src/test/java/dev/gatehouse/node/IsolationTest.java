package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.gatehouse.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IsolationTest {
  private static final Set<String> AREAS = Set.of("access", "media", "trading");
  private static final Optional<String> CUT_OFF =
      Optional.of("cut off from the other nodes, without media, trading");

  private final TestClock clock = new TestClock();

  /** The areas that other nodes serve, as far as this one reaches them. */
  private final Set<String> others = new HashSet<>();

  private final Isolation lacking =
      new Isolation(AREAS, () -> Set.of("access"), others::contains, clock);

  @Test
  void aNodeThatReachesNobodyIsCutOffWhileTheStoreHearsOfOthers() {
    lacking.look(Optional::empty);
    assertEquals(Optional.empty(), lacking.trouble(), "there is no other");
    lacking.look(() -> Optional.of(clock.instant()));
    assertEquals(CUT_OFF, lacking.trouble());
    clock.advance(Duration.ofSeconds(44));
    assertEquals(CUT_OFF, lacking.trouble());
    clock.advance(Duration.ofSeconds(2));
    assertEquals(Optional.empty(), lacking.trouble(), "the others are gone: it does what it can");
  }

  /** Also where the others have not yet told the store of themselves. */
  @Test
  void aNodeThatReachedOthersJustNowIsCutOff() {
    others.add("media");
    assertEquals(Optional.empty(), lacking.trouble());
    clock.advance(Duration.ofSeconds(3));
    others.clear();
    assertEquals(CUT_OFF, lacking.trouble());
    lacking.look(() -> Optional.of(Instant.EPOCH));
    assertEquals(CUT_OFF, lacking.trouble(), "what is older says nothing");
    others.add("access");
    assertEquals(CUT_OFF, lacking.trouble(), "of that it has no need");
    others.add("trading");
    assertEquals(Optional.empty(), lacking.trouble(), "one that serves what it lacks is enough");
  }

  @Test
  void aNodeWithEverythingNeedsNoOther() {
    var whole = new Isolation(AREAS, () -> AREAS, others::contains, clock);
    whole.look(() -> fail("the store need not be asked"));
    assertEquals(Optional.empty(), whole.trouble());
  }
}
