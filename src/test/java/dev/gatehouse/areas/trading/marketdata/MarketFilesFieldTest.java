package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Files as data vendors and programs write them. No value disappears without a word. */
class MarketFilesFieldTest {
  private static final String REFUSED = "refused: ";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvFileSource(resources = "/field/market-files.tsv", delimiter = '\t', quoteCharacter = '\0')
  void readsFile(String source, String symbol, String content, String outcome) throws Exception {
    String text = content.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r");
    assertOutcome(source, symbol, text.getBytes(StandardCharsets.UTF_8), outcome);
  }

  /** Parquet, and files in other formats that are sent as CSV, each written by the real program. */
  @ParameterizedTest(name = "{0}")
  @CsvFileSource(
      resources = "/field/market-binaries.tsv",
      delimiter = '\t',
      maxCharsPerColumn = 100_000)
  void readsBinaryFile(String source, String symbol, String packed, String outcome)
      throws Exception {
    byte[] gzip = Base64.getDecoder().decode(packed);
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      assertOutcome(source, symbol, in.readAllBytes(), outcome);
    }
  }

  private void assertOutcome(String source, String symbol, byte[] content, String outcome)
      throws Exception {
    Path file = Files.write(folder.resolve("file"), content);
    boolean parquet = new String(content, StandardCharsets.ISO_8859_1).startsWith("PAR1");
    Importer.Format format = parquet ? Importer.Format.PARQUET : Importer.Format.CSV;
    if (outcome.startsWith(REFUSED)) {
      BadMarketData refusal =
          assertThrows(BadMarketData.class, () -> load(file, format, symbol), source);
      assertTrue(
          refusal.getMessage().contains(outcome.substring(REFUSED.length())),
          source + ": " + refusal.getMessage());
      return;
    }
    ColumnUse use = load(file, format, symbol).columns();
    Bar bar = Imports.bars(folder.resolve("copy")).getFirst();
    Stream<Object> values =
        Stream.of(
            bar.open(),
            bar.high(),
            bar.low(),
            bar.close(),
            bar.volume(),
            bar.vwap(),
            bar.tradeCount());
    String found = values.map(MarketFilesFieldTest::text).collect(Collectors.joining(" "));
    assertEquals(
        outcome,
        bar.timeUtc() + " " + found + " unused:" + String.join(",", use.unused()),
        source + use.renamed());
  }

  private Importer.Result load(Path file, Importer.Format format, String symbol)
      throws IOException {
    return new Importer(ImportLimits.DEFAULT).load(file, format, symbol, folder.resolve("copy"));
  }

  private static String text(Object value) {
    return value == null
        ? "-"
        : new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
  }
}
