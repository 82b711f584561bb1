package dev.gatehouse.area.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of a CSV file, in the encodings and with the separators that shops export.
 *
 * @param header names of the columns
 */
public record ImportTable(List<String> header, List<Row> rows) {
  private static final int MAX_ROWS = 50_000;

  /**
   * Row of a file.
   *
   * @param line number of its first line in the file
   * @param cells values by column, without spaces around them; absent columns are missing
   */
  public record Row(long line, Map<String, String> cells) {
    /** Returns a value; empty if the column is absent. */
    public String text(String column) {
      return cells.getOrDefault(column, "");
    }
  }

  /**
   * Parses a file.
   *
   * @throws ApiException 400 with the line of an error
   */
  public static ImportTable of(byte[] file) {
    String text = new String(file, UTF_8);
    if (text.startsWith("\ufeff")) {
      text = text.substring(1);
    }
    List<Row> rows = new ArrayList<>();
    List<String> header = List.of();
    try (CsvReader<CsvRecord> records =
        CsvReader.builder()
            .fieldSeparator(separator(text))
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .maxBufferSize(1 << 24)
            .ofCsvRecord(text)) {
      for (CsvRecord each : records) {
        if (header.isEmpty()) {
          header = each.getFields().stream().map(String::strip).toList();
        } else {
          rows.add(row(header, each));
        }
        if (rows.size() > MAX_ROWS) {
          throw ApiException.of(
              ErrorCode.CONTENT_INVALID, "the file must have at most 50,000 rows: divide it");
        }
      }
    } catch (CsvParseException | IOException damaged) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the file is no CSV: " + damaged.getMessage());
    }
    return new ImportTable(header, rows);
  }

  private static Row row(List<String> header, CsvRecord read) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(header.size(), read.getFieldCount()); i++) {
      cells.putIfAbsent(header.get(i), read.getField(i).strip());
    }
    return new Row(read.getStartingLineNumber(), cells);
  }

  /** Returns the separator that the first line contains most often. */
  private static char separator(String text) {
    int end = text.indexOf('\n');
    String first = end < 0 ? text : text.substring(0, end);
    char best = ',';
    for (char each : new char[] {';', '\t'}) {
      if (first.chars().filter(c -> c == each).count()
          > first.chars().filter(c -> c == ',').count()) {
        best = each;
      }
    }
    return best;
  }
}
