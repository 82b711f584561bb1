package dev.gatehouse.node.health;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import org.junit.jupiter.api.Test;

class PartitionDetectorTest {
  private static final Set<String> AREAS = Set.of("access", "media", "trading");
  private static final Optional<String> CUT_OFF =
      Optional.of("disconnected from the other nodes, without access to media, trading");

  private final TestClock clock = new TestClock();

  /** The areas that other nodes serve, as far as this one reaches them. */
  private final Set<String> serving = new HashSet<>();

  /** The areas of members without heartbeats. */
  private final Set<String> silent = new HashSet<>();

  private final PartitionDetector lacking = isolation(Set.of("access"));

  private PartitionDetector isolation(Set<String> hosted) {
    return new PartitionDetector(
        AREAS,
        () -> hosted,
        new PartitionDetector.Others(serving::contains, silent::contains),
        clock);
  }

  @Test
  void reportsCutOffUntilMissingAreaIsServed() {
    lacking.look(areas -> Map.of());
    silent.add("trading");
    assertEquals(CUT_OFF, lacking.problem());
    silent.clear();
    assertEquals(CUT_OFF, lacking.problem(), "the cluster has put them out");
    serving.add("access");
    assertEquals(CUT_OFF, lacking.problem(), "of that it has no need");
    serving.add("trading");
    assertEquals(Optional.empty(), lacking.problem());
  }

  @Test
  void reportsCutOffWhileOthersWriteHeartbeats() {
    clock.stop();
    Instant first = clock.instant().minusSeconds(60);
    lacking.look(areas -> Map.of("n2", first));
    assertEquals(Optional.empty(), lacking.problem(), "that may have been before it ended");
    lacking.look(areas -> Map.of("n2", first.minusSeconds(3_600)));
    assertEquals(CUT_OFF, lacking.problem(), "whatever its clock says");
    clock.advance(Duration.ofSeconds(44));
    lacking.look(areas -> Map.of("n2", first.minusSeconds(3_600)));
    assertEquals(CUT_OFF, lacking.problem());
    clock.advance(Duration.ofSeconds(2));
    assertEquals(Optional.empty(), lacking.problem(), "it is gone: this one does what it can");
    lacking.look(areas -> Map.of("n2", first.minusSeconds(3_600), "n3", first));
    assertEquals(CUT_OFF, lacking.problem(), "there is a new one");
  }

  @Test
  void trustsRecentHeartbeatAtStartWithoutAreas() {
    clock.stop();
    PartitionDetector bare = isolation(Set.of());
    assertEquals(
        Optional.of("no node found yet that serves access, media, trading"), bare.problem());
    Instant written = clock.instant().minusSeconds(30);
    bare.look(areas -> Map.of("n2", written));
    assertEquals(
        Optional.of("disconnected from the other nodes, without access to access, media, trading"),
        bare.problem());
    clock.advance(Duration.ofSeconds(16));
    bare.look(areas -> Map.of("n2", written));
    assertEquals(Optional.empty(), bare.problem(), "it has ended");
  }

  @Test
  void staysReadyWithOwnAreaAfterPeerDied() {
    assertEquals(Optional.empty(), lacking.problem());
    lacking.look(areas -> Map.of("n2", clock.instant()));
    assertEquals(Optional.empty(), lacking.problem());
  }

  @Test
  void ignoresSingleHeartbeatAfterReachingPeers() {
    PartitionDetector bare = isolation(Set.of());
    serving.add("media");
    bare.look(areas -> fail("the store need not be asked"));
    serving.clear();
    bare.look(areas -> Map.of("n2", clock.instant()));
    assertEquals(Optional.empty(), bare.problem());
  }

  /** Otherwise it would count as alive for as long as its clock is ahead. */
  @Test
  void ignoresHeartbeatFromFarInTheFuture() {
    PartitionDetector bare = isolation(Set.of());
    bare.look(areas -> Map.of("n2", clock.instant().plusSeconds(300)));
    assertEquals(Optional.empty(), bare.problem());
  }

  @Test
  void ignoresHeartbeatsFromBeforeDisconnection() {
    lacking.look(areas -> Map.of("n2", clock.instant().minusSeconds(60)));
    serving.add("media");
    lacking.look(areas -> fail("the store need not be asked"));
    serving.clear();
    lacking.look(areas -> Map.of("n2", clock.instant().plusSeconds(15)));
    assertEquals(Optional.empty(), lacking.problem(), "it has ended since");
  }

  @Test
  void staysReadyWhenNoNodeHostsMissingArea() {
    silent.add("access");
    lacking.look(areas -> areas.equals(Set.of("media", "trading")) ? Map.of() : fail());
    lacking.look(areas -> Map.of());
    assertEquals(Optional.empty(), lacking.problem());
  }

  @Test
  void staysReadyWhenHostingAllAreas() {
    silent.addAll(AREAS);
    PartitionDetector whole = isolation(AREAS);
    whole.look(areas -> fail("the store need not be asked"));
    assertEquals(Optional.empty(), whole.problem());
  }
}
