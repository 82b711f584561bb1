package dev.gatehouse.area.imports;

import module java.base;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;

/**
 * Rows of a file, in the encodings and with the separators that other programs export.
 *
 * @param header names of the columns, each once
 * @param unread names of values that the file has beside the columns
 */
public record ImportTable(List<String> header, List<Row> rows, Set<String> unread) {
  private static final int MAX_ROWS = 50_000;

  /**
   * Row of a file.
   *
   * @param line number of its first line in the file
   * @param cells values by column, without spaces around them; absent columns are missing
   * @param surplus values behind the last column
   * @param used columns that were read, of all rows of a table
   */
  public record Row(long line, Map<String, String> cells, int surplus, Set<String> used) {
    /** Returns a value; empty if the column is absent. */
    public String text(String column) {
      used.add(column);
      return cells.getOrDefault(column, "");
    }

    /** Returns the value of the first of some columns that has one; empty if none has. */
    public String first(List<String> columns) {
      used.addAll(columns);
      return columns.stream()
          .map(column -> cells.getOrDefault(column, ""))
          .filter(value -> !value.isEmpty())
          .findFirst()
          .orElse("");
    }

    /**
     * Checks that each value has a column.
     *
     * @throws ApiException 400 otherwise
     */
    void mustFit() {
      if (surplus > 0) {
        throw ApiException.of(
            ErrorCode.CONTENT_INVALID,
            "the row has "
                + surplus
                + " values more than the first line: put texts with separators in quotation marks");
      }
    }
  }

  /** Returns a table of values that were not read from CSV. */
  public static ImportTable of(
      List<String> header, List<Map<String, String>> rows, List<Long> lines, Set<String> unread) {
    mustNotExceed(rows.size());
    Set<String> used = new LinkedHashSet<>();
    List<Row> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      all.add(new Row(lines.get(i), rows.get(i), 0, used));
    }
    return new ImportTable(header, all, unread);
  }

  /**
   * Parses a CSV file.
   *
   * @throws ApiException 400 with the line of an error
   */
  public static ImportTable of(byte[] file) {
    String text = ImportText.of(file);
    int first = 1;
    if (text.startsWith("sep=")) {
      // A spreadsheet program writes its separator into a line before the header.
      text = text.substring(text.indexOf('\n') + 1);
      first = 2;
    }
    List<Row> rows = new ArrayList<>();
    List<String> header = List.of();
    Set<String> used = new LinkedHashSet<>();
    try (CsvReader<CsvRecord> records =
        CsvReader.builder()
            .fieldSeparator(separator(text))
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .maxBufferSize(1 << 24)
            .ofCsvRecord(text)) {
      for (CsvRecord each : records) {
        if (header.isEmpty()) {
          header = header(each.getFields());
        } else if (each.getFields().stream().anyMatch(value -> !value.isBlank())) {
          rows.add(row(header, each, first - 1, used));
        }
        mustNotExceed(rows.size());
      }
    } catch (CsvParseException | IOException damaged) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the file is no CSV: " + damaged.getMessage());
    }
    return new ImportTable(header, rows, Set.of());
  }

  /** Returns the columns whose names are equal to one of some aliases, in the aliases' order. */
  public List<String> columns(String... aliases) {
    List<String> found = new ArrayList<>();
    for (String alias : aliases) {
      header.stream().filter(column -> plain(column).equals(alias)).forEach(found::add);
    }
    return found;
  }

  /** Returns the columns with values that nothing has read. */
  List<String> ignored() {
    List<String> ignored = new ArrayList<>();
    for (String column : header) {
      boolean read = rows.stream().anyMatch(row -> row.used().contains(column));
      if (!read
          && !column.equals("Reason")
          && rows.stream().anyMatch(row -> !row.cells().getOrDefault(column, "").isEmpty())) {
        ignored.add(column);
      }
    }
    ignored.addAll(unread);
    return ignored;
  }

  /** Returns a name without case, spaces and punctuation. */
  private static String plain(String column) {
    return column.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }

  private static void mustNotExceed(int rows) {
    if (rows > MAX_ROWS) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the file must have at most 50,000 rows: divide it");
    }
  }

  private static List<String> header(List<String> fields) {
    Set<String> names = new LinkedHashSet<>();
    for (String field : fields) {
      String name = field.strip();
      for (int copy = 2; !names.add(name); copy++) {
        name = field.strip() + ' ' + copy;
      }
    }
    return List.copyOf(names);
  }

  private static Row row(List<String> header, CsvRecord read, int before, Set<String> used) {
    Map<String, String> cells = new LinkedHashMap<>();
    int surplus = 0;
    for (int i = 0; i < read.getFieldCount(); i++) {
      String value = read.getField(i).strip();
      if (i < header.size()) {
        cells.put(header.get(i), value);
      } else if (!value.isEmpty()) {
        surplus++;
      }
    }
    return new Row(read.getStartingLineNumber() + before, cells, surplus, used);
  }

  /** Returns the separator that the first line contains most often outside quotation marks. */
  private static char separator(String text) {
    int end = text.indexOf('\n');
    String first = (end < 0 ? text : text.substring(0, end)).replaceAll("\"[^\"]*\"", "");
    char best = ',';
    for (char each : new char[] {';', '\t'}) {
      if (count(first, each) > count(first, best)) {
        best = each;
      }
    }
    return best;
  }

  private static long count(String text, char character) {
    return text.chars().filter(each -> each == character).count();
  }
}
