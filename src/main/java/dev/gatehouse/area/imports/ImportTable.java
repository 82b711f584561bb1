package dev.gatehouse.area.imports;

import module java.base;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.SpreadsheetText;
import dev.gatehouse.messages.ImportMessages.ImportColumn;

/**
 * Rows of a file, in the encodings and with the separators that other programs export.
 *
 * @param header names of the columns, each once
 * @param unread names of values that the file has beside the columns
 * @param meanings names of columns that the import looks for
 */
public record ImportTable(
    List<String> header, List<Row> rows, Set<String> unread, Set<String> meanings) {
  private static final int MAX_ROWS = 50_000;
  private static final int MAX_EXAMPLE = 80;

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
    return new ImportTable(header, all, unread, new LinkedHashSet<>());
  }

  /**
   * Returns a table of values that were read from JSON.
   *
   * @param first columns before those that only the rows have
   */
  public static ImportTable of(
      List<String> first, List<Map<String, String>> rows, Set<String> unread) {
    Set<String> header = new LinkedHashSet<>(first);
    rows.forEach(row -> header.addAll(row.keySet()));
    List<Long> lines = LongStream.rangeClosed(1, rows.size()).boxed().toList();
    return of(List.copyOf(header), rows, lines, unread);
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
    return new ImportTable(header, rows, Set.of(), new LinkedHashSet<>());
  }

  /**
   * Returns the table with other names of columns. A column that has a new name before gets the old
   * one.
   *
   * @param names new names by the names in the file
   * @throws ApiException 400 for a column that the file lacks
   */
  public ImportTable renamed(Map<String, String> names) {
    Map<String, String> all = new HashMap<>();
    names.forEach((from, to) -> {
      if (header.contains(from)) {
        all.put(from, to);
        all.putIfAbsent(to, from);
      } else if (!header.contains(to)) {
        throw ApiException.of(
            ErrorCode.CONTENT_INVALID,
            "the file has no column " + PlainText.abbreviated(from, MAX_EXAMPLE));
      }
    });
    if (all.isEmpty()) {
      return this;
    }
    Set<String> used = new LinkedHashSet<>();
    return new ImportTable(
        header.stream().map(column -> all.getOrDefault(column, column)).distinct().toList(),
        rows.stream()
            .map(row -> {
              Map<String, String> cells = new LinkedHashMap<>();
              row.cells().forEach((name, value) -> cells.put(all.getOrDefault(name, name), value));
              return new Row(row.line(), cells, row.surplus(), used);
            })
            .toList(),
        unread,
        meanings);
  }

  /**
   * Returns the columns whose names are equal to one of some aliases, in the aliases' order.
   *
   * @param aliases separated by spaces
   */
  public List<String> columns(String aliases) {
    List<String> names = List.of(aliases.split(" "));
    meanings.add(names.getFirst());
    return names.stream()
        .flatMap(alias -> header.stream().filter(column -> plain(column).equals(alias)))
        .toList();
  }

  List<ImportColumn> filled() {
    List<ImportColumn> filled = new ArrayList<>();
    for (String column : header) {
      boolean read = rows.stream().anyMatch(row -> row.used().contains(column));
      rows.stream()
          .map(row -> row.cells().getOrDefault(column, ""))
          .filter(value -> !value.isEmpty())
          .findFirst()
          .ifPresent(value ->
              filled.add(
                  new ImportColumn(
                      column,
                      PlainText.abbreviated(AcceptableText.toLine(value), MAX_EXAMPLE),
                      read)));
    }
    return filled;
  }

  /** Returns the names of columns that the import looks for, or has read. */
  List<String> known() {
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(meanings);
    rows.stream().findFirst().ifPresent(row -> known.addAll(row.used()));
    return List.copyOf(known);
  }

  /** Returns a name in lower case, without spaces and punctuation. */
  public static String plain(String column) {
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
      String value = SpreadsheetText.original(read.getField(i).strip());
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
