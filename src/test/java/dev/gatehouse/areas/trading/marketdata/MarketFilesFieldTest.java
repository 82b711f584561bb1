package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    Path csv =
        Files.writeString(
            folder.resolve("file.csv"), content.replace("\\n", "\n").replace("\\t", "\t"));
    if (outcome.startsWith(REFUSED)) {
      BadMarketData refusal = assertThrows(BadMarketData.class, () -> load(csv, symbol), source);
      assertTrue(
          refusal.getMessage().contains(outcome.substring(REFUSED.length())),
          source + ": " + refusal.getMessage());
      return;
    }
    ColumnUse use = load(csv, symbol).columns();
    Bar bar = Imports.bars(folder.resolve("copy")).getFirst();
    Stream<Object> values =
        Stream.of(
            bar.prices().open(),
            bar.prices().high(),
            bar.prices().low(),
            bar.prices().close(),
            bar.trades().volume(),
            bar.trades().vwap(),
            bar.trades().count());
    String found = values.map(MarketFilesFieldTest::text).collect(Collectors.joining(" "));
    assertEquals(
        outcome,
        bar.timeUtc() + " " + found + " unused:" + String.join(",", use.unused()),
        source + use.renamed());
  }

  private Importer.Result load(Path csv, String symbol) throws IOException {
    return new Importer(ImportLimits.DEFAULT)
        .load(csv, Importer.Format.CSV, symbol, folder.resolve("copy"));
  }

  private static String text(Object value) {
    return value == null
        ? "-"
        : new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
  }
}
