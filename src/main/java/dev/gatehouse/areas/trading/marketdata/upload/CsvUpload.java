package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ColumnUse;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;

/**
 * Reader of the bars of an uploaded CSV, in the file's order. Empty fields, {@code null} and {@code
 * NaN} are absent values, except in texts.
 */
public final class CsvUpload implements BarSource {
  private static final int BATCH = 1_000;

  /** Digits of whole prices in units of 1e-9, which no share or coin costs. */
  private static final double SCALED_PRICE = 1e8;

  private final CsvTable table;
  private final ColumnNames.Positions positions;
  private final Column[] columns;
  private final String symbol;
  private final long maxRows;
  private final TimeValues times = new TimeValues();
  private final DateForms dates = new DateForms();
  private final TimeOfDay timesOfDay = new TimeOfDay();
  private final CellValues values;
  private final boolean maybeScaled;
  private final Bars batch = new Bars(BATCH);
  private boolean any;
  private String lastExchange = "";

  private CsvUpload(CsvTable table, String symbol, ImportLimits limits) {
    this.table = table;
    this.symbol = symbol;
    this.maxRows = limits.maxRows();
    this.values = new CellValues(table.isCommaSeparated());
    this.maybeScaled = table.names().contains("ts_event");
    table.symbols().stream().filter(name -> !name.isBlank()).forEach(this::checkSymbol);
    positions = ColumnNames.match(table.names(), symbol);
    columns = new Column[table.names().size()];
    for (Column column : Column.values()) {
      Integer position = positions.columns().get(column);
      if (position != null) {
        columns[position] = column;
      } else if (column != Column.SYMBOL) {
        batch.fillAbsent(column);
      }
    }
  }

  public static CsvUpload open(Path path, String symbol, ImportLimits limits) throws IOException {
    CsvTable table = CsvTable.open(path);
    try {
      CsvUpload upload = new CsvUpload(table, symbol, limits);
      upload.learnDates(path);
      return upload;
    } catch (IOException | RuntimeException e) {
      table.close();
      throw e;
    }
  }

  /** Reads all dates of a file like 01/02/2026, so that a later 01/31/2026 explains the first. */
  private void learnDates(Path path) throws IOException {
    int time = positions.columns().get(Column.TIME_UTC);
    if (DateForms.needsOrder(table.peek(time))) {
      try (CsvTable all = CsvTable.open(path)) {
        while (all.next()) {
          dates.learn(all.text(time));
        }
      }
    }
  }

  private void checkSymbol(String name) {
    try {
      Values.symbol(name, symbol);
    } catch (IllegalArgumentException e) {
      throw new BadMarketData(e.getMessage(), e);
    }
  }

  @Override
  public ColumnUse columnUse() {
    return positions.use();
  }

  @Override
  public Bars next() {
    int row = 0;
    while (row < BATCH && table.next()) {
      decode(row++);
    }
    if (row == 0 && !any) {
      throw new BadMarketData("the file has a header and no rows");
    }
    any = true;
    batch.size(row);
    return row == 0 ? null : batch;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }

  private void decode(int row) {
    if (table.row() > maxRows) {
      throw new BadMarketData("the file has more than " + maxRows + " rows");
    }
    String faults = "";
    for (int field = 0; field < columns.length; field++) {
      try {
        if (columns[field] != null) {
          decode(columns[field], table.text(field), row);
        }
      } catch (IllegalArgumentException e) {
        faults += ", column '" + table.names().get(field) + "': " + e.getMessage();
      }
    }
    if (faults.isEmpty()) {
      OptionalInt time = positions.timeOfDay();
      time.ifPresent(field -> addTimeOfDay(field, row));
    } else {
      throw new BadMarketData("row " + table.row() + faults);
    }
  }

  private void addTimeOfDay(int field, int row) {
    try {
      long day = TimeValues.day(batch.times()[row]);
      batch.times()[row] = TimeValues.inRange(day + timesOfDay.ofText(table.text(field)));
    } catch (IllegalArgumentException e) {
      throw BadMarketData.at(table.row(), table.names().get(field), e.getMessage(), e);
    }
  }

  private void decode(Column column, String text, int row) {
    boolean absent = CellValues.isAbsent(column, text);
    switch (column.kind()) {
      case TIME -> {
        if (absent) {
          throw new IllegalArgumentException("a bar has no time");
        }
        batch.times()[row] = times.ofText(dates.iso(text));
      }
      case NUMBER -> batch.numbers(column)[row] = absent ? Double.NaN : number(column, text);
      case COUNT -> batch.longs(column)[row] = absent ? Bars.NONE : values.count(text);
      case FLAG -> batch.longs(column)[row] = absent ? Bars.NONE : CellValues.flag(text);
      case TEXT -> {
        if (column == Column.EXCHANGE) {
          batch.texts(column)[row] = text.isEmpty() ? null : exchange(text);
        } else if (!text.isEmpty()) {
          Values.symbol(text, symbol);
        }
      }
    }
  }

  private double number(Column column, String text) {
    double value = values.number(text);
    if (maybeScaled && column == Column.CLOSE && value >= SCALED_PRICE) {
      throw new IllegalArgumentException(
          text + " is a price in units of 1e-9: write the file with decimal prices (pretty_px)");
    }
    return value;
  }

  /** Rows of the same exchange share one String. A formula would reach those who get the CSV. */
  private String exchange(String text) {
    if (!text.equals(lastExchange)) {
      if (CellValues.isFormula(text)) {
        throw new IllegalArgumentException("a formula");
      }
      lastExchange = Values.text(text);
    }
    return lastExchange;
  }

  /**
   * Dates as people and spreadsheets write them, converted to ISO 8601: 31.01.2026, 1/31/2026 9:30
   * PM, Jan 31, 2026, 31-Jan-2026, 2026/1/31.
   */
  private static final class DateForms {
    private static final String YEAR = "(?<year>[0-9]{4})";
    private static final String DAY = "(?<day>[0-9]{1,2})";
    private static final String NUMBER = "(?<month>[0-9]{1,2})";
    private static final String NAME = "(?<month>[A-Za-z]{3})[a-z]*\\.?";
    private static final String REST = "(?<rest>[ T,].*)?";
    private static final List<Pattern> FORMS =
        Stream.of(
                DAY + "\\." + NUMBER + "\\." + YEAR + REST,
                NAME + " " + DAY + ",? " + YEAR + REST,
                "(?:[A-Za-z]{3}, )?" + DAY + "[ -]" + NAME + "[ -]" + YEAR + REST,
                YEAR + "(?<mark>[./-])" + NUMBER + "\\k<mark>" + DAY + REST)
            .map(Pattern::compile)
            .toList();
    private static final Pattern ISO = Pattern.compile("[0-9]{4}..[0-9]..[0-9]");
    private static final Pattern MARKS =
        Pattern.compile("([0-9]{1,2})([/-])([0-9]{1,2})\\2" + YEAR + REST);
    private static final Pattern SHORT_YEAR =
        Pattern.compile("[0-9]{1,2}[./-]([0-9]{1,2}|[A-Za-z]{3})[./-][0-9]{2}([ T].*)?");
    private static final List<String> MONTHS =
        List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final int NOON = 12;

    /** True if 01/02/2026 begins with the day; null until a date has shown it. */
    private Boolean dayFirst;

    private boolean bothOrders;

    void learn(String text) {
      Matcher marks = MARKS.matcher(text);
      if (marks.matches()) {
        int one = Integer.parseInt(marks.group(1));
        int two = Integer.parseInt(marks.group(3));
        if (one > NOON || two > NOON) {
          bothOrders |= dayFirst != null && dayFirst != one > NOON;
          dayFirst = one > NOON;
        }
      }
    }

    /** Returns whether the order of day and month of a date follows only from other dates. */
    static boolean needsOrder(String text) {
      return MARKS.matcher(text).matches();
    }

    /** Returns a date or time in ISO 8601, and any other text unchanged. */
    String iso(String text) {
      if (ISO.matcher(text).lookingAt()) {
        return text;
      }
      if (SHORT_YEAR.matcher(text).matches()) {
        throw new IllegalArgumentException(
            "'" + text + "' has a year of two digits: write dates as 2026-01-31");
      }
      if (text.length() < 8 || text.length() > 40) {
        return text;
      }
      Matcher form = MARKS.matcher(text);
      if (form.matches()) {
        if (dayFirst == null || bothOrders) {
          throw new IllegalArgumentException(
              "'" + text + "': day or month first? Write dates as 2026-01-31");
        }
        return iso(form, form.group(dayFirst ? 3 : 1), form.group(dayFirst ? 1 : 3));
      }
      for (Pattern each : FORMS) {
        form = each.matcher(text);
        if (form.matches()) {
          return iso(form, month(form.group("month")), form.group("day"));
        }
      }
      return text;
    }

    private static String month(String text) {
      return Character.isDigit(text.charAt(0))
          ? text
          : String.valueOf(MONTHS.indexOf(text.toLowerCase(Locale.ROOT)) + 1);
    }

    private static String iso(Matcher form, String month, String day) {
      String date = form.group("year") + "-" + two(month) + "-" + two(day);
      String rest = form.group("rest");
      return rest == null || rest.isBlank() ? date : date + rest.replaceFirst("^[ T,]+", "T");
    }

    private static String two(String number) {
      return number.length() < 2 ? "0" + number : number;
    }
  }
}
