package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.packaged.PackagedNode.Ran;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code scripts/gatehouse import FOLDER}, with and without a running node. */
@Tag("slow")
class ImportedFolderTest {
  private static final String ALL = "/api/proxy/historical-data/";

  @TempDir Path data;
  @TempDir Path folder;

  @Test
  void importsEachFileAsSymbol() throws Exception {
    try (InputStream packed = getClass().getResourceAsStream("/market/sp500-2000.csv.gz");
        InputStream csv = new GZIPInputStream(packed)) {
      Files.copy(csv, folder.resolve("^gspc.csv"));
    }
    try (InputStream parquet = getClass().getResourceAsStream("/market/polars-zstd.parquet")) {
      Files.copy(parquet, folder.resolve("QQQ.parquet"));
    }
    Files.writeString(folder.resolve("BAD.csv"), "date,open\n2024-01-01,1\n");
    Files.writeString(folder.resolve("notes.txt"), "no market data");
    try (PackagedNode node = new PackagedNode(data)) {
      node.start();
      Ran first = node.command("import", folder.toString());
      assertNotEquals(0, first.exit(), "one file was refused");
      assertTrue(
          first.out().contains("2 files imported with 5805 rows, 0 unchanged, 1 refused"),
          first.out());
      assertTrue(first.out().contains("refused BAD.csv: column"), first.out());
      assertTrue(first.errors().contains("#] 3/3"), first.errors());
      assertEquals(5_105, rows(node, "%5EGSPC"));
      assertEquals(700, rows(node, "QQQ"));

      Files.delete(folder.resolve("BAD.csv"));
      Files.writeString(
          folder.resolve("MORE.CSV"), "date,open,high,low,close\n2024-01-01,1,1,1,1\n");
      node.terminate();
      node.end();
      Ran alone = node.command("import", folder.toString());
      assertEquals(0, alone.exit(), alone.errors());
      assertTrue(
          alone.out().contains("1 files imported with 1 rows, 2 unchanged, 0 refused"),
          alone.out());
      node.start();
      assertEquals(1, rows(node, "MORE"));
      assertNotEquals(0, node.command("import", folder.resolve("nowhere").toString()).exit());
    }
  }

  private static int rows(PackagedNode node, String symbol) {
    return node.client().get(ALL + symbol).json().getJsonObject("metadata").getInteger("rowCount");
  }
}
