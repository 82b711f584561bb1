package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Wavs;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;

/** The documents and the blobs of nodes in a folder, and attempts to start a node on them. */
final class StoreHalves {
  private static final String KEY = "owners-key-0123456789";
  private static final String BLOB = "00/000000000000000000000001";

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();

  StoreHalves(Path folder) {
    this.folder = folder;
  }

  /** Sets {@code GATEHOUSE_key} for the next starts. */
  void set(String key, Object value) {
    environment.put("GATEHOUSE_" + key, value.toString());
  }

  Path data() {
    return folder.resolve("data");
  }

  Path blobs() {
    return data().resolve("blobs");
  }

  Settings settings(String dataDir) {
    set("DATA_DIR", folder.resolve(dataDir));
    set("HTTP_PORT", "0");
    set("MANAGEMENT_PORT", "0");
    set("DRAIN_DELAY", "0s");
    set("STORE_FSYNC", "false");
    set("STORE_RESERVE", "1MB");
    // A generated code would be hashed slowly, like every code that is stored on the disk.
    set("ACCESS_PERMANENT_CODE", "owners-code-0123456789");
    set("ACCESS_API_KEY", KEY);
    set("OWNER_EMAIL", "owner@example.org");
    return TestSettings.of(environment);
  }

  Node start(String dataDir) throws IOException {
    return Node.start(settings(dataDir), Path.of("."), new TestClock());
  }

  /** A first start that stores a file. */
  void use(String dataDir) throws IOException {
    try (Node node = start(dataDir)) {
      Client.Request upload = new Client(node.address()).request("POST", "/audio/upload").key(KEY);
      upload.file("file", "a.wav", Wavs.tone(100)).expect(201);
    }
  }

  /** Starts in vain; returns the message, and has seen that nothing was changed. */
  String refused() throws IOException {
    Map<String, Long> before = files();
    String message = assertThrows(IllegalStateException.class, () -> start("data")).getMessage();
    assertEquals(before, files(), "nothing is made, nothing goes");
    return message;
  }

  /**
   * Returns the sizes of all files but locks. The documents' file counts as empty, because a start
   * adds an identity to new documents before it compares it with the files.
   */
  Map<String, Long> files() throws IOException {
    return files(folder);
  }

  Map<String, Long> files(Path root) throws IOException {
    Map<String, Long> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(each -> !each.toString().endsWith(".lock")).toList()) {
        boolean sized = Files.isRegularFile(file) && !file.endsWith("documents.sqlite");
        files.put(file.toString(), sized ? Files.size(file) : 0);
      }
    }
    return files;
  }

  static void assertSays(String message, String... words) {
    for (String word : words) {
      assertTrue(message.contains(word), () -> word + " is not in: " + message);
    }
    assertEquals(1, message.lines().count(), message);
  }

  void assertSaysWhatToDo(String message) {
    assertSays(
        message,
        blobs().toString(),
        "blobs.dir",
        "scripts/gatehouse restore",
        "scripts/gatehouse store adopt");
  }

  void putBlob(Path root) throws IOException {
    Files.createDirectories(root.resolve("00"));
    Files.writeString(root.resolve(BLOB), "bytes");
  }

  /** Changes the documents of a node that does not run. */
  private void documents(String dataDir, Callable<JsonObject> query, JsonObject update)
      throws Exception {
    Path documents = folder.resolve(dataDir).resolve("documents");
    try (EmbeddedStore store = EmbeddedStore.open(documents, false)) {
      assertTrue(store.documents().update("identity", query.call(), update, false).isPresent());
    }
  }

  void unsettle() throws Exception {
    documents(
        "data",
        () -> JsonObject.of("_id", "store", "settled", true),
        JsonObject.of("$set", JsonObject.of("settled", false)));
  }
}
