package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Wavs;
import dev.gatehouse.node.Node;
import dev.gatehouse.store.BsonBytes;
import dev.gatehouse.store.DocumentsDigest;
import dev.gatehouse.store.RawDocuments;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.bson.BsonBinaryWriter;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All documents go to a server and come back, and every value is what it was. */
@Tag("slow")
class StoreCopyTest extends OwnersFolders {
  private static final String KEY = "owners-key-0123456789";
  private static final int MANY = 1_234;

  @AutoClose private DocumentServer server;

  @BeforeEach
  void open() {
    server = DocumentServer.start();
  }

  private String url(String database) {
    return "mongodb://127.0.0.1:" + server.port() + "/" + database;
  }

  @Test
  void preservesEveryTypeAcrossCopies() throws IOException {
    Path there = folder.resolve("there");
    Path back = folder.resolve("back");
    try (EmbeddedStore store = open(there.resolve("documents"))) {
      RawDocuments raw = store.raw();
      raw.insert("kinds", List.of(bson(kinds())));
      raw.insert(
          "many",
          IntStream.range(0, MANY)
              .mapToObj(i -> bson(new Document("_id", "id" + i).append("n", (long) i)))
              .toList());
      String padding = "x".repeat(3_000_000);
      for (int i = 0; i < 4; i++) {
        raw.insert("large", List.of(bson(new Document("_id", i).append("text", padding))));
      }
    }
    assertEquals(0, run(there, "store", "copy", "--to", url("other")), output::toString);
    assertTrue(output.toString().matches("(?s).*many +1234 +[0-9a-f]{64}\n.*"), output::toString);
    assertEquals(0, run(back, "store", "copy", "--from", url("other")), output::toString);
    Map<String, String> before = digests(there);
    assertEquals(List.of("kinds", "large", "many"), List.copyOf(before.keySet()));
    assertEquals(before, digests(back));
    assertEquals(0, run(back, "store", "verify"), output::toString);
  }

  /** Some databases would stop the copy in the middle. */
  @Test
  void namesDocumentWithUnacceptableText() throws IOException {
    Path there = folder.resolve("odd");
    try (EmbeddedStore store = open(there.resolve("documents"))) {
      RawDocuments raw = store.raw();
      raw.insert("first", List.of(bson(new Document("_id", "good").append("text", "good \uFFFD"))));
      raw.insert("odd", List.of(odd("a\0b")));
    }
    assertNotEquals(0, run(there, "store", "copy", "--to", url("strict")));
    assertTrue(output.toString().contains("nothing was copied: odd, document "), output::toString);
    assertTrue(output.toString().contains("id7"), output::toString);
    assertTrue(output.toString().contains("field inner.lines[].title"), output::toString);
  }

  private static JsonObject odd(String text) {
    var inner = new Document("lines", List.of(new Document("title", text)));
    return bson(new Document("_id", "id7").append("inner", inner));
  }

  private static Document kinds() {
    return new Document("_id", new ObjectId())
        .append("int", 7)
        .append("long", 7L)
        .append("double", 7.0)
        .append("decimal", new Decimal128(new BigDecimal("7.10")))
        .append("text", "müsik \u0001 \uFFFD 𝄞")
        .append("time", Date.from(Instant.parse("2027-03-12T20:00:00.123Z")))
        .append("timestamp", new BsonTimestamp(5, 6))
        .append("bytes", new org.bson.types.Binary(new byte[] {0, 1, -1}))
        .append("nothing", null)
        .append("flag", true)
        .append("inner", new Document("list", List.of(1, 2L, List.of(), new Document())));
  }

  private static JsonObject bson(Document document) {
    var buffer = new BasicOutputBuffer();
    try (var writer = new BsonBinaryWriter(buffer)) {
      new DocumentCodec().encode(writer, document, EncoderContext.builder().build());
    }
    return BsonBytes.decode(buffer.toByteArray());
  }

  private static EmbeddedStore open(Path documents) {
    return EmbeddedStore.open(documents, false);
  }

  private static Map<String, String> digests(Path data) {
    Map<String, String> digests = new TreeMap<>();
    try (EmbeddedStore store = open(data.resolve("documents"))) {
      RawDocuments raw = store.raw();
      for (String collection : raw.collections()) {
        var digest = new DocumentsDigest();
        raw.each(collection, documents -> documents.forEach(digest::add));
        digests.put(collection, digest.count() + " " + digest.text());
      }
    }
    return digests;
  }

  @Test
  void digestsTypesIndependentlyOfOrder() {
    assertEquals(digest(7, 8), digest(8, 7));
    assertEquals(digest(7), digest(7L));
    assertNotEquals(digest(7), digest(7.0));
    assertNotEquals(digest(7), digest(7, 7, 7));
  }

  private static String digest(Object... values) {
    var digest = new DocumentsDigest();
    for (Object value : values) {
      digest.add(bson(new Document("_id", "x").append("value", value)));
    }
    return digest.text();
  }

  @Test
  void movesNodeToServerAndBack() throws IOException {
    Path data = folder.resolve("data");
    try (Node node = start(data, "")) {
      Client.Request upload = new Client(node.address()).request("POST", "/audio/upload").key(KEY);
      upload.file("file", "a.wav", Wavs.tone(100)).expect(201);
      assertEquals(1, run(data, "store", "copy", "--to", url("one")), "a node is running");
      assertTrue(output.toString().contains("is in use"), output::toString);
    }
    assertEquals(0, run(data, "store", "copy", "--to", url("one")), output::toString);
    assertServes(data, url("one"));
    Files.move(data.resolve("documents"), folder.resolve("aside"));
    assertEquals(0, run(data, "store", "copy", "--from", url("one")), output::toString);
    assertServes(data, "");
  }

  private static void assertServes(Path data, String mongo) throws IOException {
    try (Node node = start(data, mongo)) {
      new Client(node.address()).get("/audio/a.wav").expect(200);
    }
  }

  private static Node start(Path data, String mongo) throws IOException {
    return TestSettings.start(data, "MONGO_URL", mongo, "ACCESS_API_KEY", KEY);
  }

  @Test
  void rejectsNonEmptyTargetAndIncompleteCopy() throws IOException {
    Path data = folder.resolve("data");
    try (EmbeddedStore store = open(data.resolve("documents"))) {
      store.documents().insert("c", List.of(JsonObject.of("_id", "one")));
    }
    assertEquals(0, run(data, "store", "copy", "--to", url("one")), output::toString);
    assertEquals(1, run(data, "store", "copy", "--to", url("one")));
    assertTrue(output.toString().contains("the target is not empty"), output::toString);
    assertEquals(1, run(data, "store", "copy", "--from", url("one")));
    assertTrue(output.toString().contains("there is a document store in"), output::toString);

    Path none = folder.resolve("none");
    assertEquals(1, run(none, "store", "copy", "--to", url("two")));
    assertTrue(output.toString().contains("no document store in"), output::toString);
    Files.createDirectories(none.resolve("documents.copying"));
    assertEquals(1, run(none, "store", "copy", "--from", url("one")));
    assertTrue(
        output.toString().contains("is left over from an interrupted copy"), output::toString);
    assertFalse(Files.exists(none.resolve("documents")));
    assertEquals(2, run(none, "store"), "no command");
    assertTrue(output.toString().contains("Missing required subcommand"), output::toString);
    assertEquals(2, run(none, "store", "copy"), "neither way");
    assertEquals(2, run(none, "store", "copy", "--to", "a", "--from", "b"), "both ways");
    String hidden = "mongodb://user:hidden@127.0.0.1:port/x";
    assertEquals(1, run(none, "store", "copy", "--to", hidden));
    assertFalse(output.toString().contains("hidden"), output::toString);
  }
}
