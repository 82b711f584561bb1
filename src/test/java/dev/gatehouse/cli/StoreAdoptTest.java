package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Secrets;
import dev.gatehouse.store.Secrets.SecretsOrigin;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Documents and files are joined when the owner says so, and not before. */
class StoreAdoptTest {
  @RegisterExtension static final TestNode RUNNING = new TestNode();

  @TempDir Path folder;
  private final StringWriter output = new StringWriter();
  private final Map<String, String> environment = new HashMap<>();

  private int run(String... words) {
    output.getBuffer().setLength(0);
    environment.putIfAbsent("GATEHOUSE_MANAGEMENT_PORT", "0");
    environment.put("GATEHOUSE_DATA_DIR", folder.toString());
    return OwnersCommand.run(Path.of("."), environment, output, words);
  }

  private EmbeddedStore store() {
    return EmbeddedStore.open(folder.resolve("documents"), false);
  }

  private Path blob(int number) throws IOException {
    Path file = folder.resolve("blobs/00/00000000000000000000000" + number);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "bytes");
  }

  /** An audio file's document, which names a blob. */
  private static void name(EmbeddedStore store, int number) {
    String blob = "00000000000000000000000" + number;
    JsonObject audio = JsonObject.of("_id", number + ".wav", "blob", blob);
    store.documents().insert("audio", List.of(audio));
  }

  private void assertPrints(String... lines) {
    List<String> printed = output.toString().lines().toList();
    for (String line : lines) {
      assertTrue(printed.contains(line), () -> line + " is not in\n" + output);
    }
  }

  private StoreId identity(EmbeddedStore store) {
    var documents = new Documents(store.documents(), new SecureRandom());
    return new StoreId(documents, "here", new BlobFolder(folder.resolve("blobs")), List.of());
  }

  @Test
  void joinsStoresOnlyWhenConfirmed() throws IOException {
    try (EmbeddedStore store = store()) {
      name(store, 1);
      name(store, 2);
      blob(1);
      blob(3);
      blob(4);
      assertEquals(1, run("store", "adopt", "--yes"));
      assertTrue(output.toString().contains("is in use"), output::toString);
    }
    assertEquals(0, run("store", "adopt"), output::toString);
    assertPrints(
        "documents: in " + folder.resolve("documents") + ", of no store",
        "  audio: 2",
        "files: in " + folder.resolve("blobs") + ", of no store",
        "  stored: 3",
        "  in the trash: 0",
        "  named by documents: 1",
        "  named by documents, but missing: 1",
        "nothing was changed; if they belong together: scripts/gatehouse store adopt --yes");
    try (EmbeddedStore store = store()) {
      assertThrows(IllegalStateException.class, () -> identity(store).check());
    }
    assertEquals(0, run("store", "adopt", "--yes"), output::toString);
    assertPrints("documents and files are now one store: start the node");
    try (EmbeddedStore store = store()) {
      identity(store).check();
      assertTrue(identity(store).holds());
    }
    assertEquals(0, run("store", "adopt", "--yes"), output::toString);
    assertPrints("documents and files belong together: nothing to do");
  }

  @Test
  void keepsIdentityOfDocuments() throws IOException {
    String id;
    try (EmbeddedStore store = store()) {
      identity(store).check();
      id = identity(store).ofDocuments().orElseThrow();
    }
    Path file = folder.resolve("blobs/identity");
    Files.writeString(file, "gatehouse-blobs 1\n000000000000000000000007\n");
    assertEquals(0, run("store", "adopt", "--yes"), output::toString);
    assertEquals(id, Files.readAllLines(file).getLast());
  }

  /**
   * A node whose folder was lost left its mark in documents of a server, which lie here as well.
   */
  @Test
  void resetsOriginOfDocumentsWhenConfirmed() throws IOException {
    Path made = folder.resolve("made");
    try (EmbeddedStore store = store()) {
      identity(store).check();
      origin(store).mustBe(new Secrets(made, new SecureRandom()));
      origin(store).mustBe(new Secrets(made, new SecureRandom()));
    }
    assertEquals(0, run("store", "adopt"), output::toString);
    Path other = folder.resolve("other");
    try (EmbeddedStore store = store()) {
      assertThrows(
          IllegalStateException.class,
          () -> origin(store).mustBe(new Secrets(other, new SecureRandom())));
    }
    assertEquals(0, run("store", "adopt", "--yes"), output::toString);
    assertPrints("the code and key of the node that starts next become the owner's");
    try (EmbeddedStore store = store()) {
      origin(store).mustBe(new Secrets(other, new SecureRandom()));
      assertThrows(
          IllegalStateException.class,
          () -> origin(store).mustBe(new Secrets(made, new SecureRandom())));
    }
  }

  private static SecretsOrigin origin(EmbeddedStore store) {
    return new SecretsOrigin(new Documents(store.documents(), new SecureRandom()));
  }

  /** So that a backup of the documents that were lost is not replaced by one of the new ones. */
  @Test
  void assignsNewIdentityWhenDocumentsAreLost() throws IOException {
    blob(1);
    Path file = folder.resolve("blobs/identity");
    Files.writeString(file, "gatehouse-blobs 1\n000000000000000000000007\n");
    assertEquals(0, run("store", "adopt"), output::toString);
    assertPrints("documents: none in " + folder.resolve("documents"));
    assertFalse(Files.exists(folder.resolve("documents")));
    assertEquals(0, run("store", "adopt", "--yes"), output::toString);
    assertFalse(Files.readAllLines(file).getLast().equals("000000000000000000000007"));
    try (EmbeddedStore store = store()) {
      identity(store).check();
    }
  }

  @Test
  void rejectsAdoptionWhileNodeIsRunning() {
    int port = URI.create(RUNNING.managementAddress()).getPort();
    environment.put("GATEHOUSE_MANAGEMENT_PORT", Integer.toString(port));
    assertEquals(1, run("store", "adopt", "--yes"));
    assertTrue(output.toString().contains("a node answers at"), output::toString);
  }
}
