package dev.gatehouse.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verify by the owner's command line, of documents, of the files that they name, of a backup. */
class VerifyCommandTest {
  private static final String FIRST = "aa/aa0000000000000000000001";
  private static final String SECOND = "bb/bb0000000000000000000002";

  @TempDir Path folder;
  private final StringWriter output = new StringWriter();

  private Path data() {
    return folder.resolve("data");
  }

  private int run(Path data, String... words) {
    return OwnersData.run(data, output, words);
  }

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
