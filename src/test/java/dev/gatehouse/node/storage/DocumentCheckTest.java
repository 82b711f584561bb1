package dev.gatehouse.node.storage;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.node.storage.Storage.DocumentCheck;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The weekly check of documents, while a store has them open. */
class DocumentCheckTest {
  @TempDir Path folder;

  private void change(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("documents.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void failsUntilDocumentsAreSoundAgain() throws Exception {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      store.documents().insert("songs", List.of(JsonObject.of("_id", "one", "n", 1)));
      DocumentCheck check = new DocumentCheck(folder);
      List<String> reported = new ArrayList<>();
      check.run(reported::add);
      assertEquals(List.of("1 documents, no faults"), reported);
      assertEquals(Optional.empty(), check.problem());

      change("UPDATE songs SET sum = sum + 1");
      assertThrows(IllegalStateException.class, () -> check.run(reported::add));
      assertTrue(check.problem().orElseThrow().contains("document one of songs differs"));

      change("UPDATE songs SET sum = sum - 1");
      check.run(reported::add);
      assertEquals(Optional.empty(), check.problem());
    }
  }
}
