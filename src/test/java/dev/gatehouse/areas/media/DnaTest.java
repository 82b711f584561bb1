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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sequences over HTTP: up as JSON and as a file, down whole and in parts, and under another key.
 */
class DnaTest {
  private static final String PATH = "/services/DNA";
  private static final int MAX_LETTERS = 2_000_000;

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("MEDIA_DNA_SIZE", Integer.toString(MAX_LETTERS));

  private static final String FIRST = "11".repeat(32);
  private static final String OTHER = "22".repeat(32);

  @TempDir Path folder;
  @AutoClose private final LogLines log = new LogLines(DnaKeyCheck.class, null);

  @Test
  void returnsJsonSequenceAsTextFile() {
    String id = json(JsonObject.of("dna", "ATCGGATTACA")).expect(201).json().getString("id");
    assertTrue(id.matches("[0-9a-f]{32}"), id);
    Client.Reply text = NODE.get(PATH + "/" + id);
    assertEquals("ATCGGATTACA", text.text());
    assertEquals("text/plain", text.header("Content-Type"));
    assertEquals("11", text.header("Content-Length"));
    assertTrue(text.header("Content-Disposition").startsWith("attachment; filename=\"dna-" + id));
    assertEquals("no-store", text.header("Cache-Control"));
  }

  @Test
  void returnsUploadAndStoresItEncrypted() throws IOException {
    byte[] letters = DnaVaultTest.letters(new Random(1), 1_500_000);
    byte[] text = Arrays.copyOf(letters, letters.length + 1);
    text[letters.length] = '\n';
    String id = upload(text).json().getString("id");
    assertArrayEquals(letters, NODE.get(PATH + "/" + id).bytes());
    byte[] part = part(id, "bytes=1000001-1000100");
    assertArrayEquals(Arrays.copyOfRange(letters, 1_000_001, 1_000_101), part);
    assertArrayEquals(
        Arrays.copyOfRange(letters, letters.length - 5, letters.length), part(id, "bytes=-5"));
    String needle = new String(letters, 0, 24, StandardCharsets.US_ASCII);
    for (Path file : files()) {
      String content = Files.readString(file, StandardCharsets.ISO_8859_1);
      assertFalse(content.contains(needle), file + " holds plain letters");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "{\"dna\":\"\"}, 400, empty",
    "{\"dna\":\"ATCX\"}, 400, position 4",
    "{\"dna\":\"ATC\\n\"}, 400, position 4",
    "{\"dna\":\"ATCЀ\"}, 400, position 4"
  })
  void rejectsInvalidJson(String body, int status, String message) {
    Client.Reply reply = NODE.request("POST", PATH).body("application/json", body).expect(status);
    assertTrue(reply.error().contains(message), reply.error());
  }

  @Test
  void rejectsInvalidUploadsAndStoresNothing() throws IOException {
    int before = files().size();
    byte[] late = DnaVaultTest.letters(new Random(2), 1_900_000);
    late[late.length - 1] = 'N';
    Client.Reply refused = upload(late).expect(400);
    assertTrue(refused.error().endsWith("position 1900000"), refused.error());
    upload(new byte[0]).expect(400);
    upload(DnaVaultTest.letters(new Random(3), MAX_LETTERS + 1)).expect(413);
    byte[] ok = {'A'};
    NODE.request("POST", PATH).file("file", "a.txt", ok).expect(400);
    NODE.request("POST", PATH).body("text/plain", ok).expect(415);
    NODE.request("POST", PATH).expect(415);
    String large = "A".repeat(1_048_577);
    json(JsonObject.of("dna", large)).expect(413);
    assertEquals(before, files().size());
  }

  @Test
  void returns404ForUnknownIds() {
    for (String id : List.of("0".repeat(32), "x", "..%2e", "%7B%22$ne%22:1%7D")) {
      assertEquals(404, NODE.get(PATH + "/" + id).status(), id);
    }
  }

  @Test
  void returns500ForTamperedFiles() throws IOException {
    List<Path> before = files();
    String id = upload(DnaVaultTest.letters(new Random(4), 100_000)).json().getString("id");
    Path file = files().stream().filter(path -> !before.contains(path)).findFirst().orElseThrow();
    byte[] whole = Files.readAllBytes(file);
    NODE.get(PATH + "/" + id).expect(200);
    byte[] flipped = whole.clone();
    flipped[20_000] ^= 1;
    for (byte[] content : List.of(flipped, Arrays.copyOf(whole, 10_000), new byte[0])) {
      Files.write(file, content);
      NODE.get(PATH + "/" + id).expect(500);
      NODE.request("GET", PATH + "/" + id).header("Range", "bytes=0-9").expect(500);
    }
    Files.delete(file);
    NODE.get(PATH + "/" + id).expect(500);
  }

  /** A download caches where the file is. The deletion must be visible at once. */
  @Test
  void returns404AfterDownloadAndDeletion() {
    String id = json(JsonObject.of("dna", "ATCG")).json().getString("id");
    assertEquals("ATCG", NODE.get(PATH + "/" + id).text());
    NODE.owner("DELETE", PATH + "/" + id).expect(200);
    NODE.get(PATH + "/" + id).expect(404, "sequence_not_found");
  }

  private Client.Reply json(JsonObject body) {
    return NODE.request("POST", PATH).json(body).send();
  }

  private Client.Reply upload(byte[] text) {
    return NODE.request("POST", PATH).file("dnaFile", "sequence.txt", text).send();
  }

  private byte[] part(String id, String range) {
    return NODE.request("GET", PATH + "/" + id).header("Range", range).expect(206).bytes();
  }

  private static List<Path> files() throws IOException {
    return NODE.blobs();
  }

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
