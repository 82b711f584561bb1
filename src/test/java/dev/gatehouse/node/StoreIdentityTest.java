package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents and blobs that do not belong together are never started on. */
@Tag("slow")
class StoreIdentityTest {
  @TempDir Path folder;
  private StoreHalves halves;

  @BeforeEach
  void prepare() {
    halves = new StoreHalves(folder);
  }

  @Test
  void rejectsFilesWithoutDocuments() throws IOException {
    halves.use("data");
    Files.move(halves.data().resolve("documents"), folder.resolve("away"));
    String message = halves.refused();
    halves.assertSaysWhatToDo(message);
    StoreHalves.assertSays(
        message, halves.data().resolve("documents").toString(), "belong to the store");
    Files.move(folder.resolve("away"), halves.data().resolve("documents"));
    halves.start("data").close();
  }

  @Test
  void rejectsFilesWithNewDocumentStore() throws IOException {
    halves.use("data");
    Files.move(halves.data().resolve("documents"), folder.resolve("away"));
    EmbeddedStore.open(halves.data().resolve("documents"), false).close();
    halves.assertSaysWhatToDo(halves.refused());
  }

  @Test
  void rejectsUnknownFiles() throws IOException {
    halves.putBlob(halves.blobs());
    halves.assertSaysWhatToDo(halves.refused());
    assertFalse(Files.exists(halves.data().resolve("documents")));
    EmbeddedStore.open(halves.data().resolve("documents"), false).close();
    halves.assertSaysWhatToDo(halves.refused());
  }

  @Test
  void rejectsDocumentsWithoutFiles() throws IOException {
    halves.use("data");
    halves.set("BLOBS_DIR", folder.resolve("not-mounted").toString());
    String message = halves.refused();
    StoreHalves.assertSays(
        message, "not-mounted", "is its disk mounted?", halves.data().toString());
    Files.createDirectories(folder.resolve("not-mounted"));
    assertEquals(message, halves.refused(), "an empty folder is no other case");
    halves.putBlob(folder.resolve("not-mounted"));
    assertEquals(message, halves.refused(), "nor is one of something else");
  }

  /** As a release wrote them that knew no identity. */
  @Test
  void rejectsDocumentsReferencingMissingFiles() throws Exception {
    halves.use("data");
    try (EmbeddedStore store = EmbeddedStore.open(halves.data().resolve("documents"), false)) {
      store.documents().removeAll("identity", new JsonObject());
    }
    halves.set("BLOBS_DIR", folder.resolve("not-mounted").toString());
    StoreHalves.assertSays(halves.refused(), "not-mounted", "name files", "store adopt");
  }

  @Test
  void rejectsFilesOfAnotherStore() throws IOException {
    halves.use("data");
    halves.use("other");
    halves.set("BLOBS_DIR", folder.resolve("other/blobs").toString());
    String own = Files.readAllLines(halves.blobs().resolve("identity")).getLast();
    String other = Files.readAllLines(folder.resolve("other/blobs/identity")).getLast();
    StoreHalves.assertSays(halves.refused(), own, other, folder.resolve("other/blobs").toString());
  }

  /** The documents of yesterday are of the same store: nothing of today is lost by them. */
  @Test
  void acceptsOlderDocumentsAndKeepsNewerFiles() throws IOException {
    halves.use("data");
    Path file = halves.data().resolve("documents/documents.sqlite");
    byte[] old = Files.readAllBytes(file);
    halves.use("data");
    Map<String, Long> blobs = halves.files(halves.blobs());
    Files.write(file, old);
    try (Node node = halves.start("data")) {
      Client client = new Client(node.address());
      client.get("/audio/a.wav").expect(200);
      client.get("/audio/a-2.wav").expect(404);
    }
    assertEquals(blobs, halves.files(halves.blobs()), "no file goes at the start");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "gatehouse-blobs 2\n000000000000000000000001\n", "gatehouse-blobs 1\n"})
  void anIdentityThatCannotBeRead(String text) throws IOException {
    halves.use("data");
    Files.writeString(halves.blobs().resolve("identity"), text);
    StoreHalves.assertSays(
        halves.refused(), halves.blobs().resolve("identity").toString(), "gatehouse-blobs 1");
  }

  @Test
  void rejectsFilesWithNewDatabase() throws IOException {
    halves.use("data");
    Map<String, Long> before = halves.files();
    try (var store = DocumentServer.start()) {
      halves.set("MONGO_URL", store.url());
      String message =
          assertThrows(IllegalStateException.class, () -> halves.start("data")).getMessage();
      halves.assertSaysWhatToDo(message);
      StoreHalves.assertSays(message, "mongodb://127.0.0.1:" + store.port());
    }
    Map<String, Long> after = halves.files();
    after.keySet().removeIf(file -> file.startsWith(folder.resolve("server").toString()));
    assertEquals(before, after);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://db.example:27017/gatehouse, mongodb://db.example:27017/gatehouse",
    "mongodb+srv://me:p%40ss@db.example/?proxyPassword=word, mongodb+srv://db.example/",
    "'mongodb://me:p@ss@a:1,b:2', 'mongodb://a:1,b:2'",
  })
  void omitsPasswordFromDisplayedUrl(String url, String shown) {
    halves.set("MONGO_URL", url);
    assertEquals(shown, StoredDocuments.place(halves.settings("data")));
  }
}
