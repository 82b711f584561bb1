package dev.gatehouse.store.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Few bytes of a growing file wait for the disk. */
class SteadySyncTest {
  private static final long CHUNK = 1 << 18;

  @Test
  void synchronizesOncePerStep() throws Exception {
    List<Boolean> syncs = new ArrayList<>();
    var sync = new SteadySync(syncs::add);
    for (long size = CHUNK; size < 3 * SteadySync.STEP; size += CHUNK) {
      sync.grown(size);
    }
    assertEquals(List.of(false, false), syncs);
  }
}
