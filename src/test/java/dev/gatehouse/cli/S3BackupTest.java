package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.S3Server;
import dev.gatehouse.S3Simulator;
import dev.gatehouse.S3Simulator.Trouble;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Unchecked;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.UnfinishedRestore;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Backup and restore of a node whose blobs are objects: whole, and while the object store fails.
 */
@Tag("slow")
class S3BackupTest extends OwnersFolders {
  private static final S3Simulator OBJECTS = new S3Simulator();
  private static final S3Simulator OTHERS = new S3Simulator();
  private static final String FIRST = "aa0000000000000000000001";
  private static final String SECOND = "bb0000000000000000000002";
  private static final String THIRD = "cc0000000000000000000003";

  private static final Duration ENOUGH = Duration.ofSeconds(20);

  /** With the object stores. */
  private Duration patience = ENOUGH;

  private EmbeddedStore store;

  @BeforeEach
  void fill() throws IOException {
    store = OwnersData.store(data());
    var documents = new Documents(store.documents(), new SecureRandom());
    var settings = TestSettings.of(environment(data(), OBJECTS));
    try (StoredBlobs blobs = StoredBlobs.of(settings)) {
      new StoreId(documents, "here", blobs.half(), List.of()).check();
    }
    put(FIRST);
    put(SECOND);
    OwnersData.insert(store, "one");
  }

  @AfterEach
  void empty() {
    store.close();
    for (S3Simulator each : List.of(OBJECTS, OTHERS)) {
      each.troubles(request -> Trouble.NONE);
      each.texts().keySet().forEach(each::delete);
    }
  }

  private static void put(String id) {
    OBJECTS.put("blobs/" + id, "bytes of " + id);
  }

  private Map<String, String> environment(Path data, S3Simulator objects) {
    Map<String, String> environment = new HashMap<>();
    environment.put("GATEHOUSE_DATA_DIR", data.toString());
    environment.put("GATEHOUSE_BLOBS_S3_URL", objects.clientsUrl());
    environment.put("GATEHOUSE_BLOBS_S3_BUCKET", S3Server.BUCKET);
    environment.put("GATEHOUSE_BLOBS_S3_ACCESS_KEY", S3Server.ACCESS_KEY);
    environment.put("GATEHOUSE_BLOBS_S3_SECRET_KEY", S3Server.SECRET_KEY);
    environment.put("GATEHOUSE_BLOBS_S3_TIMEOUT", patience.toMillis() + "ms");
    return environment;
  }

  private int run(Path data, S3Simulator objects, String... words) {
    return OwnersCommand.run(Path.of("."), environment(data, objects), output, words);
  }

  private int take() {
    return run(data(), OBJECTS, "backup", backup().toString());
  }

  /** One that says nothing is not waited for long; all others have time enough. */
  private void trouble(Function<String, Trouble> troubles, Trouble what) {
    OBJECTS.troubles(troubles);
    patience = what == Trouble.SILENT ? Duration.ofMillis(300) : ENOUGH;
  }

  private int restore(Path target) {
    return run(target, OTHERS, "restore", backup().toString());
  }

  private boolean said(String words) {
    return output.toString().contains(words);
  }

  private static long documents(Path data) {
    try (EmbeddedStore restored = Unchecked.get(() -> OwnersData.store(data))) {
      return restored.documents().count("c", new JsonObject());
    }
  }

  @Test
  void restoresIntoAnotherObjectStore() {
    assertEquals(0, take(), output::toString);
    assertTrue(said(", 2 new blobs"), output::toString);
    OwnersData.insert(store, "two");
    put(THIRD);
    OBJECTS.delete("blobs/" + FIRST);
    assertEquals(0, take(), output::toString);
    assertTrue(said(", 1 new blobs"), output::toString);
    OwnersData.insert(store, "three");

    Path restored = folder.resolve("restored");
    assertEquals(0, restore(restored), output::toString);
    assertEquals(OBJECTS.texts(), OTHERS.texts());
    assertEquals(0, run(restored, OTHERS, "store", "verify"), output::toString);
    assertEquals(2, documents(restored));
    assertTrue(Files.exists(restored.resolve("secrets/key")));

    assertEquals(1, restore(folder.resolve("third")));
    assertTrue(said("is not empty: nothing was restored"), output::toString);
  }

  /** The way back from an object store to a folder. */
  @Test
  void restoresObjectStoreBackupIntoFolder() throws IOException {
    assertEquals(0, take(), output::toString);
    Path restored = folder.resolve("restored");
    assertEquals(
        0, OwnersData.run(restored, output, "restore", backup().toString()), output::toString);
    var files = new BlobFolder(restored.resolve("blobs"));
    assertEquals("bytes of " + SECOND, Files.readString(files.path(SECOND)));
    assertTrue(files.store().isPresent());
    assertEquals(0, OwnersData.run(restored, output, "store", "verify"), output::toString);
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILING", "SILENT"})
  void marksInterruptedBackupIncomplete(Trouble trouble) {
    trouble(only("GET /" + S3Server.BUCKET + "/blobs/" + SECOND, trouble), trouble);
    patience = patience.multipliedBy(5);
    assertEquals(1, take());
    assertTrue(said("run the command again to resume"), output::toString);
    assertEquals(1, restore(folder.resolve("none")));
    assertTrue(said("is incomplete because it was interrupted"), output::toString);
    assertEquals(Map.of(), OTHERS.texts());

    trouble(request -> Trouble.NONE, Trouble.NONE);
    assertEquals(0, take(), output::toString);
    assertTrue(said(", 1 new blobs"), "the first was there: " + output);
    assertEquals(0, restore(folder.resolve("restored")), output::toString);
    assertEquals(OBJECTS.texts(), OTHERS.texts());
  }

  /** If the store is missing, cannot list or does not answer, the valid backup remains. */
  @ParameterizedTest
  @EnumSource(names = {"FAILING", "SILENT"})
  void keepsLastBackupWhenObjectStoreFails(Trouble trouble) {
    assertEquals(0, take(), output::toString);
    Map<String, String> then = OBJECTS.texts();
    put(THIRD);
    OwnersData.insert(store, "two");
    trouble(request -> trouble, trouble);
    assertEquals(1, take());
    trouble(only("GET /" + S3Server.BUCKET + "/blobs/" + THIRD, trouble), trouble);
    assertEquals(1, take());
    patience = ENOUGH;
    Path restored = folder.resolve("restored");
    assertEquals(0, restore(restored), output::toString);
    assertEquals(then, OTHERS.texts());
    assertEquals(1, documents(restored));
  }

  @Test
  void resumesInterruptedRestore() throws IOException {
    assertEquals(0, take(), output::toString);
    Path restored = folder.resolve("restored");
    OTHERS.troubles(only("PUT /" + S3Server.BUCKET + "/blobs/" + SECOND, Trouble.FAILING));
    assertEquals(1, restore(restored));
    assertTrue(said("the restore failed"), output::toString);
    assertThrows(IllegalStateException.class, new UnfinishedRestore(restored)::mustNotBe);
    assertFalse(OTHERS.texts().containsKey("identity"), "no node may take half of it for a store");
    OTHERS.troubles(request -> Trouble.NONE);
    assertEquals(0, restore(restored), output::toString);
    assertEquals(OBJECTS.texts(), OTHERS.texts());
  }

  /** The object is reported, and all others are backed up. */
  @Test
  void namesAndSkipsDamagedObject() {
    Map<String, Trouble> once = new HashMap<>();
    once.put("GET /" + S3Server.BUCKET + "/blobs/" + FIRST, Trouble.ALTERED);
    OBJECTS.troubles(request -> once.getOrDefault(request, Trouble.NONE));
    assertEquals(1, take());
    assertTrue(said("the file " + FIRST + " is damaged"), output::toString);
    assertTrue(said(", 1 new blobs"), output::toString);
    once.clear();
    assertEquals(0, take(), output::toString);
    assertEquals(0, restore(folder.resolve("restored")), output::toString);
    assertEquals(OBJECTS.texts(), OTHERS.texts());
  }

  private static Function<String, Trouble> only(String request, Trouble what) {
    return asked -> asked.equals(request) ? what : Trouble.NONE;
  }
}
