package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the command line's import asks of a node, file by file. */
class ImportOrderTest {
  private static final String CSV = "date,open,high,low,close\n2024-01-01,1,1,1,1\n";

  @RegisterExtension static final TestNode NODE = new TestNode();

  @TempDir Path folder;

  @Test
  void importsFileOnceUntilChanged() throws Exception {
    Path csv = Files.writeString(folder.resolve("spy.csv"), CSV);
    assertImported("spy", csv, false, 1);
    assertImported("spy", csv, true, 0);
    Files.writeString(csv, CSV + "2024-01-02,2,2,2,2\n");
    assertImported("spy", csv, false, 2);
    Path parquet = folder.resolve("QQQ.PARQUET");
    try (InputStream in = getClass().getResourceAsStream("/market/polars-zstd.parquet")) {
      Files.copy(in, parquet);
    }
    assertImported("QQQ", parquet, false, 700);
    assertImported("QQQ", parquet, true, 0);
    assertTrue(Files.exists(csv) && Files.exists(parquet), "the owner's files stay");
  }

  @Test
  void rejectsInvalidFileAndLeavesNoBlobs() throws Exception {
    int before = NODE.blobs().size();
    assertRefused(
        "BAD", Files.writeString(folder.resolve("BAD.csv"), "date,open\n2024-01-01,1\n"), "column");
    assertRefused("EMPTY", Files.createFile(folder.resolve("EMPTY.csv")), "the file is empty");
    assertRefused("EMPTY", Files.createFile(folder.resolve("EMPTY.parquet")), "the file is empty");
    assertRefused("a b", Files.writeString(folder.resolve("a b.csv"), CSV), "must be a symbol");
    Waiting.until(() -> NODE.blobs().size() == before);
  }

  private static void assertImported(String symbol, Path file, boolean unchanged, int rows)
      throws IOException {
    Reply reply = order(symbol, file).expect(200);
    assertEquals(unchanged, reply.json().getBoolean("unchanged"));
    assertEquals(rows, reply.json().getInteger("rows"));
  }

  private static void assertRefused(String symbol, Path file, String word) throws IOException {
    Reply refused = order(symbol, file).expect(400);
    assertTrue(refused.error().contains(word), refused.error());
  }

  private static Reply order(String symbol, Path file) throws IOException {
    return NODE.manage(
        "trading.import",
        JsonObject.of("symbol", symbol, "file", file.toAbsolutePath().toString()));
  }
}
