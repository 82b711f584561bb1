package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.LogLines;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.media.DnaKeys.MissingDnaKeyException;
import dev.gatehouse.areas.media.DnaSequences.DnaKeyCheck;
import dev.gatehouse.node.Node;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose key is not the one that encrypted the stored sequences. */
class DnaKeyTest {
  private static final String FIRST = "11".repeat(32);
  private static final String OTHER = "22".repeat(32);

  @TempDir Path folder;
  @AutoClose private final LogLines log = new LogLines(DnaKeyCheck.class, null);

  private Node start(String keys) throws IOException {
    return TestSettings.start(
        folder, "STORE_FSYNC", "false", "ACCESS_API_KEY", TestNode.KEY, "MEDIA_DNA_KEY", keys);
  }

  private static String store(Client client) {
    JsonObject body = JsonObject.of("dna", "ACGT");
    return client.request("POST", "/services/DNA").json(body).send().json().getString("id");
  }

  private List<String> errors() {
    return log.texts();
  }

  @Test
  void reportsMissingKeyAtStartAndUse() throws IOException {
    String id;
    try (Node node = start(FIRST)) {
      id = store(new Client(node.address()));
      assertEquals(List.of(), errors());
    }
    String own;
    try (Node node = start(OTHER)) {
      assertEquals(1, errors().size(), errors()::toString);
      assertTrue(errors().getFirst().contains("add the earlier key to media.dnaKey"));
      Client client = new Client(node.address());
      client.get("/services/DNA/" + id).expect(503, "dna_key_missing");
      own = store(client);
      assertEquals("ACGT", client.get("/services/DNA/" + own).text());
    }
    try (Node node = start(OTHER + "," + FIRST)) {
      assertEquals(1, errors().size(), errors()::toString);
      Client client = new Client(node.address());
      assertEquals("ACGT", client.get("/services/DNA/" + id).text());
      assertEquals("ACGT", client.get("/services/DNA/" + own).text());
    }
  }

  @Test
  void namesMissingKey() {
    var keys = new DnaKeys(List.of(FIRST));
    String other = new DnaKeys(List.of(OTHER)).newest().hexName();
    var missing =
        assertThrows(
            MissingDnaKeyException.class,
            () -> keys.named(new DnaKeys(List.of(OTHER)).newest().name()));
    assertTrue(missing.getMessage().contains(other), missing.getMessage());
  }
}
