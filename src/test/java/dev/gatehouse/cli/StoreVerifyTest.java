package dev.gatehouse.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Verify beside a running node, of files that every area has stored. */
class StoreVerifyTest {
  private static final String CSV = "date,open,high,low,close\n2024-01-01,1,1,1,1\n";

  @RegisterExtension static final TestNode NODE = new TestNode();

  private final StringWriter output = new StringWriter();

  private int verify() {
    output.getBuffer().setLength(0);
    return OwnersData.run(NODE.data(), output, "store", "verify");
  }

  private static Client.Request request(String method, String path) {
    return NODE.owner(method, path);
  }

  private static void store() {
    request("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(100)).expect(201);
    Client.Request resume = request("PUT", "/api/proxy/resume");
    resume.body("application/pdf", "%PDF-1".getBytes(US_ASCII)).expect(200);
    Client.Request symbol = request("PUT", "/api/proxy/historical-data/SPY");
    symbol.body("text/csv", CSV.getBytes(US_ASCII)).expect(200);
    request("POST", "/services/DNA").json(JsonObject.of("dna", "ATCGGATTACA")).expect(201);
    Client.Request file = request("POST", "/services/DNA");
    byte[] letters = "ATCG".getBytes(US_ASCII);
    file.file("dnaFile", "a.txt", letters).expect(201);
  }

  @Test
  void detectsFlippedBitInEveryFile() throws IOException {
    store();
    assertEquals(0, verify(), output::toString);
    // The symbol's download is its serving copy, which is so named twice.
    assertTrue(output.toString().contains("6 named files in"), output::toString);

    List<Path> blobs = NODE.blobs();
    assertEquals(5, blobs.size(), blobs::toString);
    for (Path blob : blobs) {
      byte[] bytes = Files.readAllBytes(blob);
      bytes[bytes.length / 2] ^= 1;
      Files.write(blob, bytes);
      assertEquals(1, verify());
      assertTrue(output.toString().contains(blob.getFileName() + " is damaged"), output::toString);
      bytes[bytes.length / 2] ^= 1;
      Files.write(blob, bytes);
    }
    assertEquals(0, verify(), output::toString);
  }

  @Test
  void reportsFilesOfAnotherStore() throws IOException {
    Path identity = NODE.data().resolve("blobs/identity");
    String own = Files.readString(identity);
    assertEquals(0, verify(), output::toString);
    String other = "000000000000000000000007";
    Files.writeString(identity, "gatehouse-blobs 1\n" + other + "\n");
    assertEquals(1, verify());
    assertTrue(output.toString().contains(" of the store " + other), output::toString);
    Files.delete(identity);
    assertEquals(1, verify());
    assertTrue(output.toString().contains(" of no store: no node can start"), output::toString);
    Files.writeString(identity, own);
    assertEquals(0, verify(), output::toString);
  }
}
