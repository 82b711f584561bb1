package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.gatehouse.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IsolationTest {
  private static final Set<String> AREAS = Set.of("access", "media", "trading");
  private static final Optional<String> CUT_OFF =
      Optional.of("cut off from the other nodes, without media, trading");

  private final TestClock clock = new TestClock();

  /** The areas that other nodes serve, as far as this one reaches them. */
  private final Set<String> serving = new HashSet<>();

  /** The areas of members that give no sign of life. */
  private final Set<String> silent = new HashSet<>();

  private final Isolation lacking = isolation(Set.of("access"));

  private Isolation isolation(Set<String> hosted) {
    return new Isolation(
        AREAS, () -> hosted, new Isolation.Others(serving::contains, silent::contains), clock);
  }

  @Test
  void oneWhoseOthersAreSilentIsCutOffUntilOneOfThemServes() {
    lacking.look(areas -> Map.of());
    silent.add("trading");
    assertEquals(CUT_OFF, lacking.trouble());
    silent.clear();
    assertEquals(CUT_OFF, lacking.trouble(), "the cluster has put them out");
    serving.add("access");
    assertEquals(CUT_OFF, lacking.trouble(), "of that it has no need");
    serving.add("trading");
    assertEquals(Optional.empty(), lacking.trouble());
  }

  @Test
  void oneIsCutOffAsLongAsOthersWriteToTheStore() {
    Instant first = clock.instant().minusSeconds(60);
    lacking.look(areas -> Map.of("n2", first));
    assertEquals(Optional.empty(), lacking.trouble(), "that may have been before it ended");
    lacking.look(areas -> Map.of("n2", first.minusSeconds(3_600)));
    assertEquals(CUT_OFF, lacking.trouble(), "whatever its clock says");
    clock.advance(Duration.ofSeconds(44));
    lacking.look(areas -> Map.of("n2", first.minusSeconds(3_600)));
    assertEquals(CUT_OFF, lacking.trouble());
    clock.advance(Duration.ofSeconds(2));
    assertEquals(Optional.empty(), lacking.trouble(), "it is gone: this one does what it can");
    lacking.look(areas -> Map.of("n2", first.minusSeconds(3_600), "n3", first));
    assertEquals(CUT_OFF, lacking.trouble(), "there is a new one");
  }

  @Test
  void oneThatHasNothingOfItsOwnBelievesWhatWasWrittenLatelyWhenItBegins() {
    clock.stop();
    Isolation bare = isolation(Set.of());
    assertEquals(Optional.of("has not seen yet who serves access, media, trading"), bare.trouble());
    Instant written = clock.instant().minusSeconds(30);
    bare.look(areas -> Map.of("n2", written));
    assertEquals(
        Optional.of("cut off from the other nodes, without access, media, trading"),
        bare.trouble());
    clock.advance(Duration.ofSeconds(16));
    bare.look(areas -> Map.of("n2", written));
    assertEquals(Optional.empty(), bare.trouble(), "it has ended");
  }

  @Test
  void oneThatHasAnAreaServesItThoughAnotherNodeHasJustDied() {
    assertEquals(Optional.empty(), lacking.trouble());
    lacking.look(areas -> Map.of("n2", clock.instant()));
    assertEquals(Optional.empty(), lacking.trouble());
  }

  @Test
  void oneThatHasReachedOthersBelievesNoSingleStanding() {
    Isolation bare = isolation(Set.of());
    serving.add("media");
    bare.look(areas -> fail("the store need not be asked"));
    serving.clear();
    bare.look(areas -> Map.of("n2", clock.instant()));
    assertEquals(Optional.empty(), bare.trouble());
  }

  /** It would be believed for as long as it is ahead, whatever became of its node. */
  @Test
  void aClockThatIsFarAheadIsNotBelieved() {
    Isolation bare = isolation(Set.of());
    bare.look(areas -> Map.of("n2", clock.instant().plusSeconds(300)));
    assertEquals(Optional.empty(), bare.trouble());
  }

  @Test
  void whatWasToldWhileOthersWereReachedSaysNothing() {
    lacking.look(areas -> Map.of("n2", clock.instant().minusSeconds(60)));
    serving.add("media");
    lacking.look(areas -> fail("the store need not be asked"));
    serving.clear();
    lacking.look(areas -> Map.of("n2", clock.instant().plusSeconds(15)));
    assertEquals(Optional.empty(), lacking.trouble(), "it has ended since");
  }

  @Test
  void whatNobodyServesIsNothingToWaitFor() {
    silent.add("access");
    lacking.look(areas -> areas.equals(Set.of("media", "trading")) ? Map.of() : fail());
    lacking.look(areas -> Map.of());
    assertEquals(Optional.empty(), lacking.trouble());
  }

  @Test
  void aNodeWithEverythingNeedsNoOther() {
    silent.addAll(AREAS);
    Isolation whole = isolation(AREAS);
    whole.look(areas -> fail("the store need not be asked"));
    assertEquals(Optional.empty(), whole.trouble());
  }
}
