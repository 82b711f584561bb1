package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One process locks a data folder, and only the owner can read its files. */
@Tag("slow")
class DataFolderTest {
  @RegisterExtension
  static final TestNode BUSY = new TestNode().with("OWNER_EMAIL", "owner@example.org");

  @TempDir Path folder;

  /** Their caches would share names, and the one would serve what the other has decoded. */
  @Test
  void rejectsSecondNodeOnSameDataFolder() throws Exception {
    try (var store = DocumentServer.start()) {
      try (Node first = node(store.url())) {
        var refused = assertThrows(IllegalStateException.class, () -> node(store.url()));
        String message = refused.getMessage();
        assertTrue(message.contains("the data folder"), message);
        assertTrue(message.contains("by process " + ProcessHandle.current().pid()), message);
        new Client(first.address()).get("/audio/none.wav").expect(404);
      }
      node(store.url()).close();
    }
  }

  private Node node(String mongo) throws IOException {
    // A generated code would be hashed slowly, like every code that is stored on the disk.
    String code = "owners-code-0123456789";
    return TestSettings.start(
        folder.resolve("data"), "MONGO_URL", mongo, "ACCESS_PERMANENT_CODE", code);
  }

  /**
   * An email contains the code of the day, and a decoded file contains data that requires a token.
   */
  @Test
  void writesFilesReadableByOwnerOnly() throws Exception {
    work();
    Waiting.until(() -> names().stream().anyMatch(name -> name.endsWith(".decoded")));
    Waiting.until(() -> names().stream().anyMatch(name -> name.endsWith(".eml")));
    assertEquals(List.of(), openToOthers());
    List<String> names = names();
    assertTrue(names.size() > 5, names::toString);
  }

  private static void work() {
    Client client = BUSY.client();
    send(client.request("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(10_000)));
    client.get("/audio/a.wav");
    client.get("/audio/a.wav");
    String csv = "date,open,high,low,close\n2024-01-02,1,2,1,2\n";
    send(client.request("PUT", "/api/proxy/historical-data/SPY").body("text/csv", csv));
    send(client.request("POST", "/services/DNA").json(JsonObject.of("dna", "ACGT")));
    JsonObject note = JsonObject.of("title", "Title", "body", "Body");
    send(client.request("POST", "/api/proxy/notify").json(note));
  }

  private static void send(Client.Request request) {
    Client.Reply reply = request.key(TestNode.KEY).send();
    assertEquals(2, reply.status() / 100, reply.text());
  }

  private static List<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(BUSY.data())) {
      return files.filter(Files::isRegularFile).map(Path::toString).toList();
    }
  }

  private static List<String> openToOthers() throws IOException {
    try (Stream<Path> files = Files.walk(BUSY.data())) {
      return files
          .map(file -> mode(file) + " " + file)
          .filter(line -> !line.startsWith("rw------- ") && !line.startsWith("rwx------ "))
          .toList();
    }
  }

  private static String mode(Path file) {
    return Unchecked.get(() -> PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }
}
