package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.StringArrayHandler;
import dev.gatehouse.areas.trading.marketdata.BadMarketData;

/**
 * A CSV file of a data vendor: the names of its columns and its rows, one in memory at a time. The
 * names are not always the first line:
 *
 * <ul>
 *   <li>CryptoDataDownload has an address before them, others have a title or a disclaimer.
 *   <li>yfinance has up to three lines: Price, Ticker and Date, or Ticker, Price and Date.
 *   <li>Excel and Grafana have a line about the separator, InfluxDB has lines that begin with #.
 *   <li>Barchart and others have lines about the source behind the last row.
 *   <li>Binance, Kraken, MetaTrader 4 and HistData have no names, but a known number of columns.
 * </ul>
 */
final class CsvTable implements Closeable {
  private static final int MAX_FIELDS = 1_000;
  private static final int MAX_ROW_CHARACTERS = 64 << 10;
  private static final int MAX_LINES_ABOVE = 50;

  /** A line about the source. Unlike a row that was cut off, it begins with two words. */
  private static final Pattern NOTE = Pattern.compile("\\D*\\p{L}\\D*\\s\\D*\\p{L}.*");

  private static final String PRICES = "open,high,low,close,volume";

  /** Names of files without names, by their first line, with a bar between its fields. */
  private static final Map<String, String> UNNAMED =
      Map.of(
          "[^|]+[|][^|]*:[^|]*([|][^|]*){5}",
          "date,time," + PRICES,
          "[0-9]{8} [0-9]{6}([|][^|]*){5}",
          "datetime," + PRICES,
          "[^|]+[|][^|:]*([|][^|]*){5}",
          "timestamp," + PRICES + ",trades",
          "[^|]+([|][^|]*){11}",
          "open_time,"
              + PRICES
              + ",close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore");

  private final CloseableIterator<String[]> rows;
  private final char separator;
  private final List<String> names;
  private final List<String> symbols;
  private String[] first;
  private String[] current;
  private long row;

  private CsvTable(CloseableIterator<String[]> rows, char separator) {
    this.rows = rows;
    this.separator = separator;
    String[] head = read();
    String[] line = head;
    while (line != null && isPreamble(line)) {
      line = read();
    }
    head = line == null ? head : line;
    if (head == null) {
      throw new BadMarketData("the file is empty");
    }
    List<String> unnamed = unnamed(head);
    first = unnamed.isEmpty() ? read() : head;
    List<String> levels = first == null ? List.of() : List.of(head[0], first[0]);
    if (levels.equals(List.of("Price", "Ticker"))) {
      symbols = withSymbols(head, first);
    } else if (levels.equals(List.of("Ticker", "Price"))) {
      String[] prices = first;
      symbols = withSymbols(prices, head);
      head = prices;
    } else {
      symbols = List.of();
    }
    names = unnamed.isEmpty() ? List.of(head) : unnamed;
  }

  private static boolean isPreamble(String[] line) {
    return line[0].startsWith("#") || line[0].startsWith("sep=") || isTitle(line);
  }

  /**
   * Completes the names of yfinance's columns. The line with the name of the index is missing if
   * the index has none.
   *
   * @return the symbols of the columns; empty if they are several, which are then part of the names
   */
  private List<String> withSymbols(String[] head, String[] tickers) {
    List<String> found = List.of(tickers).subList(1, tickers.length);
    boolean several = found.stream().distinct().count() > 1;
    for (int i = 1; several && i < Math.min(head.length, tickers.length); i++) {
      head[i] += " " + tickers[i];
    }
    first = read();
    boolean named = first != null && Arrays.stream(first).skip(1).allMatch(String::isEmpty);
    head[0] = named ? first[0] : "";
    if (named) {
      first = read();
    }
    return several ? List.of() : found;
  }

  static CsvTable open(Path file) throws IOException {
    char separator = separator(file);
    CsvReader<String[]> reader = reader(file, separator);
    try {
      return new CsvTable(reader.iterator(), separator);
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private static CsvReader<String[]> reader(Path file, char separator) throws IOException {
    return CsvReader.builder()
        .fieldSeparator(separator)
        .allowUnclosedQuote(false)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .detectBomHeader(true)
        .build(
            StringArrayHandler.of(handler ->
                handler
                    .maxFields(MAX_FIELDS)
                    .maxFieldSize(MAX_ROW_CHARACTERS)
                    .maxRecordSize(MAX_ROW_CHARACTERS)),
            file,
            StandardCharsets.UTF_8);
  }

  /** Returns the separator of the first line that has one. A comma precedes all others. */
  private static char separator(Path file) throws IOException {
    char found = ',';
    long above = MAX_LINES_ABOVE;
    for (char candidate : new char[] {',', ';', '\t', '|'}) {
      try (Stream<String[]> lines = reader(file, candidate).stream()) {
        long count = lines.limit(above).takeWhile(line -> line.length == 1).count();
        if (count < above) {
          above = count;
          found = candidate;
        }
      } catch (CsvParseException quoted) {
        // Quotation marks end in front of another separator.
      }
    }
    return found;
  }

  /** Returns the names of a file whose first line has values already; empty if it has names. */
  private List<String> unnamed(String[] head) {
    String line = String.join("|", head);
    if (head.length == 1 || line.matches(".*\\p{L}.*")) {
      return List.of();
    }
    return UNNAMED.entrySet().stream()
        .filter(names -> line.matches(names.getKey()))
        .map(names -> List.of(names.getValue().split(",")))
        .findFirst()
        .orElseThrow(() ->
            new BadMarketData(
                "the first line has no names of columns, such as timestamp,open,high,low,close"));
  }

  List<String> names() {
    return names;
  }

  /** Returns the symbols above the columns, which are empty if the file has no such line. */
  List<String> symbols() {
    return symbols;
  }

  boolean isCommaSeparated() {
    return separator == ',';
  }

  /** Moves to the next row that is not blank. Returns false at the end. */
  boolean next() {
    do {
      current = first == null ? read() : first;
      first = null;
      if (current == null || isFooter()) {
        return false;
      }
      row++;
    } while (isBlank(0));
    int count = names.size();
    if (current.length < count || !isBlank(count)) {
      throw new BadMarketData(
          "row %s has %s fields, the header %s".formatted(row, current.length, count));
    }
    return true;
  }

  /** Returns whether the current line has no text from a field on. */
  private boolean isBlank(int from) {
    for (int i = from; i < current.length; i++) {
      if (!current[i].isBlank()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the current line is a note, and no row follows. */
  private boolean isFooter() {
    String[] line = current;
    while (line != null && isTitle(line) && NOTE.matcher(line[0]).matches()) {
      line = read();
    }
    return line == null;
  }

  /** Returns whether a line has at most a first field. */
  private static boolean isTitle(String[] line) {
    return (line.length == 1 || line[1].isBlank())
        && Arrays.stream(line).skip(2).allMatch(String::isBlank);
  }

  /**
   * Returns a field of the row after the current one; empty after the last row. Called before the
   * first.
   */
  String peek(int field) {
    return first == null || field >= first.length ? "" : trimmed(first[field]);
  }

  long row() {
    return row;
  }

  /** Returns a field of the current row without the spaces around it. Others belong to a text. */
  String text(int field) {
    return trimmed(current[field]);
  }

  private static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) == ' ') {
      from++;
    }
    while (to > from && text.charAt(to - 1) == ' ') {
      to--;
    }
    return text.substring(from, to);
  }

  private String[] read() {
    try {
      return rows.hasNext() ? rows.next() : null;
    } catch (CsvParseException e) {
      throw new BadMarketData("row " + (row + 1) + ": " + reason(e), e);
    } catch (UncheckedIOException e) {
      throw new BadMarketData("the file is not valid text: " + e.getCause().getMessage(), e);
    }
  }

  private static String reason(CsvParseException e) {
    return e.getCause() instanceof MalformedInputException ? "invalid characters" : e.getMessage();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
