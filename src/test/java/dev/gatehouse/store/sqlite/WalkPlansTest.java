package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SQLite runs every scan in the tree's own order, without sorting or full scans. */
class WalkPlansTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        IndexEntries.UP,
        IndexEntries.DOWN,
        IndexEntries.UP_AFTER,
        IndexEntries.DOWN_AFTER
      })
  void walksSearchAndNeverSort(String walk) {
    try (StoreFile file = new StoreFile(folder, false);
        Session session = file.reader()) {
      String plan =
          session
              .sql()
              .query(
                  rows -> {
                    StringBuilder steps = new StringBuilder();
                    while (rows.next()) {
                      steps.append(rows.getString("detail")).append('\n');
                    }
                    return steps.toString();
                  },
                  "EXPLAIN QUERY PLAN " + walk);
      assertTrue(plan.startsWith("SEARCH entries USING PRIMARY KEY (tree=? AND "), plan);
      assertTrue(plan.contains("key"), plan);
      assertFalse(plan.contains("TEMP B-TREE") || plan.contains("SCAN"), plan);
    }
  }
}
