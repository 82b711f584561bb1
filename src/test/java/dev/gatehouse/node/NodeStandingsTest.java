package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.node.NodeStandings.Part;
import dev.gatehouse.node.NodeStandings.Process;
import dev.gatehouse.node.NodeStandings.Standing;
import dev.gatehouse.store.Documents;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nodes of a cluster tell of themselves, over one store. */
class NodeStandingsTest {
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

  @TempDir Path folder;

  @Test
  void eachTellsAnewAndTheSilentAreForgotten() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false, InstantSource.system())) {
      var standings = new NodeStandings(new Documents(store.documents("test"), new SecureRandom()));
      Standing first = standing("a:5701", NOON, true);
      Standing second = standing("b:5701", NOON, true);
      standings.write(first);
      standings.write(second);
      assertEquals(List.of(first, second), standings.all(NOON));
      Instant later = NOON.plus(Duration.ofMinutes(9));
      Standing unready = standing("b:5701", later, false);
      standings.write(unready);
      assertEquals(List.of(first, unready), standings.all(later));
      Instant last = NOON.plus(Duration.ofMinutes(11));
      assertEquals(List.of(unready), standings.all(last));
      Standing again = standing("b:5701", last, true);
      standings.write(again);
      assertEquals(List.of(again), standings.all(NOON));
    }
  }

  private static Standing standing(String name, Instant seenAt, boolean ready) {
    return new Standing(
        name,
        seenAt,
        new Process("1.0.0", NOON, List.of("media")),
        ready,
        List.of(new Part("documents", false, "away"), new Part("disk", true, null)),
        new RequestCounts.Counts(3, 2, 1));
  }
}
