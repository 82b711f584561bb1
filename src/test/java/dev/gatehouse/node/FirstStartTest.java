package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.Unchecked;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first start gives both halves of a store one identity, however it is disturbed. */
@Tag("slow")
class FirstStartTest {
  @TempDir Path folder;
  private StoreHalves halves;

  @BeforeEach
  void prepare() {
    halves = new StoreHalves(folder);
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
