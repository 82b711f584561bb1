package dev.gatehouse.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Verify of documents and files, also beside a running node in which every area stored files. */
class StoreVerifyTest extends OwnersFolders {
  private static final String CSV = "date,open,high,low,close\n2024-01-01,1,1,1,1\n";

  @RegisterExtension static final TestNode NODE = new TestNode();

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

  private static final String FIRST = "aa/aa0000000000000000000001";
  private static final String SECOND = "bb/bb0000000000000000000002";

  @Test
  void checksFilesReferencedByDocuments() throws Exception {
    try (EmbeddedStore store = OwnersData.store(data())) {
      OwnersData.blob(data(), FIRST);
      OwnersData.blob(data(), SECOND);
      byte[] bytes = ("bytes of " + FIRST).getBytes(ISO_8859_1);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      OwnersData.name(store, FIRST, bytes.length, HexFormat.of().formatHex(digest));
      assertEquals(0, run(data(), "store", "verify"), output::toString);
      assertTrue(output.toString().contains("1 named files in"), output::toString);

      OwnersData.name(store, SECOND, bytes.length + 1, "");
      OwnersData.name(store, "cc/cc0000000000000000000003", 0, null);
      Files.writeString(data().resolve("blobs").resolve(FIRST), "Bytes of " + FIRST);
      assertEquals(1, run(data(), "store", "verify"), output::toString);
      List<String> lines = output.toString().lines().toList();
      for (String fault :
          List.of(
              "audio aa.wav: the file aa0000000000000000000001 is damaged: its SHA-256"
                  + " differs",
              "audio bb.wav: the file bb0000000000000000000002 has 36 bytes instead of 37",
              "audio cc.wav: the file cc0000000000000000000003 is missing",
              "3 named files in " + data().resolve("blobs") + ": faults found")) {
        assertTrue(lines.contains(fault), () -> fault + " is not in\n" + output);
      }
    }
  }

  @Test
  void reportsMissingStore() {
    assertEquals(1, run(folder.resolve("none"), "store", "verify"));
    assertTrue(output.toString().contains("no document store in"), output::toString);
    assertEquals(2, run(folder.resolve("none"), "store"));
  }
}
