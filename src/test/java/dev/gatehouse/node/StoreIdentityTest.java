package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.Unchecked;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents and blobs that do not belong together are never started on. The first start gives both
 * one identity, however it is disturbed.
 */
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

  @Test
  void writesOneStoreIdentityOnFirstStart() throws IOException {
    halves.use("data");
    List<String> lines = Files.readAllLines(halves.blobs().resolve("identity"));
    assertEquals("gatehouse-blobs 1", lines.getFirst());
    assertTrue(lines.get(1).matches("[0-9a-f]{24}"), lines::toString);
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(halves.blobs().resolve("identity"))));
    halves.start("data").close();
    assertEquals(lines, Files.readAllLines(halves.blobs().resolve("identity")));
  }

  /** Each of these states remains when the first start is killed. */
  @Test
  void resumesFirstStartAfterKill() throws Exception {
    EmbeddedStore.open(halves.data().resolve("documents"), false).close();
    halves.start("data").close();
    List<String> made = Files.readAllLines(halves.blobs().resolve("identity"));

    halves.unsettle();
    Files.delete(halves.blobs().resolve("identity"));
    Files.writeString(halves.blobs().resolve("unfinished/identity-half.part"), "gatehouse-bl");
    halves.start("data").close();
    assertEquals(made, Files.readAllLines(halves.blobs().resolve("identity")));

    halves.unsettle();
    halves.use("data");
    assertEquals(made, Files.readAllLines(halves.blobs().resolve("identity")));
    Files.delete(halves.blobs().resolve("identity"));
    halves.assertSaysWhatToDo(halves.refused());
  }

  /** Between the first two steps no file can have been stored: these are of something else. */
  @Test
  void rejectsForeignFilesDuringFirstStart() throws Exception {
    halves.start("data").close();
    halves.unsettle();
    Files.delete(halves.blobs().resolve("identity"));
    halves.putBlob(halves.blobs());
    halves.assertSaysWhatToDo(halves.refused());
  }

  /**
   * Nodes over one server that do not know of each other agree on the store, and one of them is
   * refused, since each would make an owner.
   */
  @Test
  void startsOneOfTwoConcurrentNewNodes() throws Exception {
    try (var store = DocumentServer.start();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      halves.set("MONGO_URL", store.url());
      halves.set("BLOBS_DIR", folder.resolve("shared").toString());
      List<Settings> both = List.of(halves.settings("one"), halves.settings("two"));
      List<Future<Node>> starting =
          both.stream()
              .map(each -> threads.submit(() -> Node.start(each, Path.of("."), new TestClock())))
              .toList();
      List<Path> refused = new ArrayList<>();
      for (int i = 0; i < both.size(); i++) {
        try {
          starting.get(i).get().close();
        } catch (ExecutionException e) {
          assertTrue(
              e.getMessage().contains("another node generated the owner's code and key"),
              e::getMessage);
          refused.add(both.get(i).data().dir());
        }
      }
      assertEquals(1, refused.size());
      Path data = refused.getFirst();
      assertFalse(Files.exists(data.resolve("secrets/jwt-secret")), "it has made none");
      halves.set("ACCESS_JWT_SECRET", "a-secret-of-more-than-thirty-two-bytes");
      halves.start(data.getFileName().toString()).close();
    }
  }

  @Test
  void agreesOnIdentityInConcurrentStarts() throws Exception {
    for (int round = 0; round < 20; round++) {
      Path place = folder.resolve("round" + round);
      try (EmbeddedStore store = EmbeddedStore.open(place.resolve("documents"), false)) {
        var documents = new Documents(store.documents(), new SecureRandom());
        var files = new BlobFolder(place.resolve("blobs"));
        List<Boolean> held =
            Concurrently.times(
                8,
                i ->
                    Unchecked.get(() -> {
                      var identity = new StoreId(documents, "documents", files, List.of());
                      identity.check();
                      return identity.holds();
                    }));
        assertFalse(held.contains(false));
      }
    }
  }
}
