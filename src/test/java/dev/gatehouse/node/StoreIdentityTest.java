package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestClock;
import dev.gatehouse.Wavs;
import dev.gatehouse.embedded.EmbeddedMongo;
import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.BlobFolder;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreIdentity;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents and blobs that do not belong together are never started on. */
class StoreIdentityTest {
  private static final String KEY = "owners-key-0123456789";
  private static final String BLOB = "00/000000000000000000000001";

  @TempDir Path folder;
  private final Map<String, String> environment = new HashMap<>();

  private Path data() {
    return folder.resolve("data");
  }

  private Path blobs() {
    return data().resolve("blobs");
  }

  private Settings settings(String dataDir) {
    environment.put("GATEHOUSE_DATA_DIR", folder.resolve(dataDir).toString());
    environment.put("GATEHOUSE_HTTP_PORT", "0");
    environment.put("GATEHOUSE_MANAGEMENT_PORT", "0");
    environment.put("GATEHOUSE_DRAIN_DELAY", "0s");
    environment.put("GATEHOUSE_STORE_FSYNC", "false");
    environment.put("GATEHOUSE_STORE_RESERVE", "1MB");
    environment.put("GATEHOUSE_ACCESS_API_KEY", KEY);
    environment.put("GATEHOUSE_OWNER_EMAIL", "owner@example.org");
    return new SettingsReader(environment).read(Path.of("none.yaml"));
  }

  private Node start(String dataDir) throws IOException {
    return Node.start(settings(dataDir), Path.of("."), new TestClock());
  }

  /** A first start that stores a file. */
  private void use(String dataDir) throws IOException {
    try (Node node = start(dataDir)) {
      Client.Request upload = new Client(node.address()).request("POST", "/audio/upload").key(KEY);
      assertEquals(201, upload.file("file", "a.wav", Wavs.tone(100)).send().status());
    }
  }

  /** Starts in vain; returns the message, and has seen that nothing was changed. */
  private String refused() throws IOException {
    Map<String, Long> before = files();
    String message = assertThrows(IllegalStateException.class, () -> start("data")).getMessage();
    assertEquals(before, files(), "nothing is made, nothing goes");
    return message;
  }

  /** All but the empty files that stand for locks. */
  private Map<String, Long> files() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(each -> !each.toString().endsWith(".lock")).toList()) {
        files.put(file.toString(), Files.isDirectory(file) ? 0 : Files.size(file));
      }
    }
    return files;
  }

  private static void assertSays(String message, String... words) {
    for (String word : words) {
      assertTrue(message.contains(word), () -> word + " is not in: " + message);
    }
    assertEquals(1, message.lines().count(), message);
  }

  private void assertSaysWhatToDo(String message) {
    assertSays(
        message,
        blobs().toString(),
        "blobs.dir",
        "scripts/gatehouse restore",
        "scripts/gatehouse store adopt");
  }

  private void putBlob(Path root) throws IOException {
    Files.createDirectories(root.resolve("00"));
    Files.writeString(root.resolve(BLOB), "bytes");
  }

  /** Changes the documents of a node that does not run. */
  private void documents(String dataDir, Callable<JsonObject> query, JsonObject update)
      throws Exception {
    Path documents = folder.resolve(dataDir).resolve("documents");
    try (EmbeddedStore store = EmbeddedStore.open(documents, false, InstantSource.system())) {
      assertTrue(
          store.documents("gatehouse").update("identity", query.call(), update, false).isPresent());
    }
  }

  private void unsettle() throws Exception {
    documents(
        "data",
        () -> new JsonObject().put("_id", "store").put("settled", true),
        new JsonObject().put("$set", new JsonObject().put("settled", false)));
  }

  @Test
  void newHalvesGetOneIdentity() throws IOException {
    use("data");
    List<String> lines = Files.readAllLines(blobs().resolve("identity"));
    assertEquals("gatehouse-blobs 1", lines.getFirst());
    assertTrue(lines.get(1).matches("[0-9a-f]{24}"), lines::toString);
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(blobs().resolve("identity"))));
    start("data").close();
    assertEquals(lines, Files.readAllLines(blobs().resolve("identity")));
  }

  @Test
  void filesWithoutTheirDocuments() throws IOException {
    use("data");
    Files.move(data().resolve("documents"), folder.resolve("away"));
    String message = refused();
    assertSaysWhatToDo(message);
    assertSays(message, data().resolve("documents").toString(), "are those of the store");
    Files.move(folder.resolve("away"), data().resolve("documents"));
    start("data").close();
  }

  @Test
  void filesBesideANewStoreOfDocuments() throws IOException {
    use("data");
    Files.move(data().resolve("documents"), folder.resolve("away"));
    EmbeddedStore.open(data().resolve("documents"), false, InstantSource.system()).close();
    assertSaysWhatToDo(refused());
  }

  @Test
  void filesThatNobodyKnows() throws IOException {
    putBlob(blobs());
    assertSaysWhatToDo(refused());
    assertFalse(Files.exists(data().resolve("documents")));
    EmbeddedStore.open(data().resolve("documents"), false, InstantSource.system()).close();
    assertSaysWhatToDo(refused());
  }

  @Test
  void documentsWithoutTheirFiles() throws IOException {
    use("data");
    environment.put("GATEHOUSE_BLOBS_DIR", folder.resolve("not-mounted").toString());
    String message = refused();
    assertSays(message, "not-mounted", "is its disk mounted?", data().toString());
    Files.createDirectories(folder.resolve("not-mounted"));
    assertEquals(message, refused(), "an empty folder is no other case");
    putBlob(folder.resolve("not-mounted"));
    assertEquals(message, refused(), "nor is one of something else");
  }

  /** As a release wrote them that knew no identity. */
  @Test
  void documentsThatNameFilesWhereNoneAre() throws Exception {
    use("data");
    try (EmbeddedStore store =
        EmbeddedStore.open(data().resolve("documents"), false, InstantSource.system())) {
      store.documents("gatehouse").removeAll("identity", new JsonObject());
    }
    environment.put("GATEHOUSE_BLOBS_DIR", folder.resolve("not-mounted").toString());
    assertSays(refused(), "not-mounted", "name files", "store adopt");
  }

  @Test
  void theFilesOfAnotherStore() throws IOException {
    use("data");
    use("other");
    environment.put("GATEHOUSE_BLOBS_DIR", folder.resolve("other/blobs").toString());
    String own = Files.readAllLines(blobs().resolve("identity")).getLast();
    String other = Files.readAllLines(folder.resolve("other/blobs/identity")).getLast();
    assertSays(refused(), own, other, folder.resolve("other/blobs").toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 50, 4096})
  void aStoreFileThatIsCutOff(long length) throws IOException {
    use("data");
    Path file = data().resolve("documents/documents.db");
    try (var channel = Files.newByteChannel(file, java.nio.file.StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
    assertThrows(RuntimeException.class, () -> start("data"));
    assertEquals(length, Files.size(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "gatehouse-blobs 2\n000000000000000000000001\n", "gatehouse-blobs 1\n"})
  void anIdentityThatCannotBeRead(String text) throws IOException {
    use("data");
    Files.writeString(blobs().resolve("identity"), text);
    assertSays(refused(), blobs().resolve("identity").toString(), "gatehouse-blobs 1");
  }

  /** Whoever dies at the first start leaves one of these. */
  @Test
  void theFirstStartGoesOnWhereItWasKilled() throws Exception {
    EmbeddedStore.open(data().resolve("documents"), false, InstantSource.system()).close();
    start("data").close();
    List<String> made = Files.readAllLines(blobs().resolve("identity"));

    unsettle();
    Files.delete(blobs().resolve("identity"));
    Files.writeString(blobs().resolve("unfinished/identity-half.part"), "gatehouse-bl");
    start("data").close();
    assertEquals(made, Files.readAllLines(blobs().resolve("identity")));

    unsettle();
    use("data");
    assertEquals(made, Files.readAllLines(blobs().resolve("identity")));
    Files.delete(blobs().resolve("identity"));
    assertSaysWhatToDo(refused());
  }

  /** Between the first two steps no file can have been stored: these are of something else. */
  @Test
  void filesThatAppearInTheMiddleOfTheFirstStart() throws Exception {
    start("data").close();
    unsettle();
    Files.delete(blobs().resolve("identity"));
    putBlob(blobs());
    assertSaysWhatToDo(refused());
  }

  @Test
  void aNewDatabaseBesideTheFiles() throws IOException {
    use("data");
    Map<String, Long> before = files();
    try (var store = EmbeddedMongo.start(folder.resolve("server"), 0, false, Clock.systemUTC())) {
      environment.put("GATEHOUSE_MONGO_URL", store.url());
      String message = assertThrows(IllegalStateException.class, () -> start("data")).getMessage();
      assertSaysWhatToDo(message);
      assertSays(message, "mongodb://127.0.0.1:" + store.port());
    }
    Map<String, Long> after = files();
    after.keySet().removeIf(file -> file.startsWith(folder.resolve("server").toString()));
    assertEquals(before, after);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://db.example:27017/gatehouse, mongodb://db.example:27017/gatehouse",
    "mongodb+srv://me:p%40ss@db.example/?proxyPassword=word, mongodb+srv://db.example/",
    "'mongodb://me:p@ss@a:1,b:2', 'mongodb://a:1,b:2'",
  })
  void aPasswordIsNotShown(String url, String shown) {
    environment.put("GATEHOUSE_MONGO_URL", url);
    assertEquals(shown, StoredDocuments.place(settings("data")));
  }

  @Test
  void twoNodesThatStartAtOnceOnNewHalvesAgree() throws Exception {
    try (var store = EmbeddedMongo.start(folder.resolve("server"), 0, false, Clock.systemUTC());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      environment.put("GATEHOUSE_MONGO_URL", store.url());
      environment.put("GATEHOUSE_BLOBS_DIR", folder.resolve("shared").toString());
      Settings first = settings("one");
      Settings second = settings("two");
      List<Future<Node>> starting =
          Stream.of(first, second)
              .map(each -> threads.submit(() -> Node.start(each, Path.of("."), new TestClock())))
              .toList();
      for (Future<Node> node : starting) {
        node.get().close();
      }
    }
  }

  @Test
  void manyThatStartAtOnceAgree() throws Exception {
    for (int round = 0; round < 20; round++) {
      Path place = folder.resolve("round" + round);
      try (EmbeddedStore store =
              EmbeddedStore.open(place.resolve("documents"), false, InstantSource.system());
          var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var documents = new Documents(store.documents("gatehouse"), new SecureRandom());
        var files = new BlobFolder(place.resolve("blobs"));
        List<Future<Boolean>> starting = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          var identity = new StoreIdentity(documents, "documents", files, List.of());
          starting.add(
              threads.submit(() -> {
                identity.check();
                return identity.holds();
              }));
        }
        for (Future<Boolean> each : starting) {
          assertTrue(each.get());
        }
      }
    }
  }
}
