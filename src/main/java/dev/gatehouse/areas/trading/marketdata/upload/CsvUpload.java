package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reader of the bars of an uploaded CSV with a header row, in the file's order. Empty fields,
 * {@code null} and {@code NaN} are absent values.
 */
public final class CsvUpload implements BarSource {
  private static final int BATCH = 1_000;
  private static final byte POINT = '.';

  private final CsvRecords records;
  private final List<String> names;
  private final Column[] columns;
  private final SymbolCheck symbol;
  private final long maxRows;
  private final TimeValues times = new TimeValues();
  private final TimeOfDay timesOfDay = new TimeOfDay();
  private final OptionalInt timeOfDay;
  private final Bars batch = new Bars(BATCH);
  private byte decimalMark;
  private boolean any;
  private String lastExchange = "";

  private CsvUpload(CsvRecords records, String symbol, ImportLimits limits) throws IOException {
    this.records = records;
    this.symbol = new SymbolCheck(symbol);
    this.maxRows = limits.maxRows();
    names = records.header();
    if (names == null) {
      throw new BadMarketData("the file is empty");
    }
    ColumnNames.Positions positions = ColumnNames.match(names);
    timeOfDay = positions.timeOfDay();
    columns = new Column[names.size()];
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
    CsvRecords records = new CsvRecords(Utf8Input.of(Files.newInputStream(path)));
    try {
      return new CsvUpload(records, symbol, limits);
    } catch (IOException | RuntimeException e) {
      records.close();
      throw e;
    }
  }

  @Override
  public Bars next() throws IOException {
    int row = 0;
    while (row < BATCH && records.next()) {
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
    records.close();
  }

  private void decode(int row) {
    if (records.record() > maxRows) {
      throw new BadMarketData("the file has more than " + maxRows + " rows");
    }
    if (records.fields() != columns.length) {
      throw new BadMarketData(
          "row %s has %s fields, the header %s"
              .formatted(records.record(), records.fields(), columns.length));
    }
    for (int i = 0; i < columns.length; i++) {
      decodeField(i, row);
    }
    if (timeOfDay.isPresent()) {
      addTimeOfDay(timeOfDay.getAsInt(), row);
    }
  }

  private void decodeField(int field, int row) {
    try {
      refuseFormula(field);
      if (columns[field] != null) {
        decode(columns[field], field, row);
      }
    } catch (IllegalArgumentException e) {
      throw BadMarketData.at(records.record(), names.get(field), e.getMessage(), e);
    }
  }

  private void addTimeOfDay(int field, int row) {
    try {
      long day = TimeValues.day(batch.times()[row]);
      batch.times()[row] = TimeValues.inRange(day + timesOfDay.ofText(records.text(field)));
    } catch (IllegalArgumentException e) {
      throw BadMarketData.at(records.record(), names.get(field), e.getMessage(), e);
    }
  }

  private void decode(Column column, int field, int row) {
    boolean absent = CsvCells.isAbsent(records, field);
    switch (column.kind()) {
      case TIME -> {
        if (absent) {
          throw new IllegalArgumentException("a bar has no time");
        }
        batch.times()[row] = times.ofText(records.text(field));
      }
      case NUMBER -> batch.numbers(column)[row] = absent ? Double.NaN : number(field);
      case COUNT -> batch.longs(column)[row] = absent ? Bars.NONE : count(field);
      case FLAG -> batch.longs(column)[row] = absent ? Bars.NONE : CsvCells.flag(records, field);
      case TEXT -> {
        if (column == Column.EXCHANGE) {
          batch.texts(column)[row] = absent ? null : exchange(records.text(field));
        } else if (!absent) {
          symbol.check(records.text(field));
        }
      }
    }
  }

  private long count(int field) {
    return CsvCells.count(records, field, decimalMark(field));
  }

  private double number(int field) {
    return CsvCells.number(records, field, decimalMark(field));
  }

  /**
   * Returns the decimal mark. It is a point if commas separate the fields; otherwise the first
   * number with a point or comma decides.
   */
  private byte decimalMark(int field) {
    byte found = records.separator() == ',' ? POINT : CsvCells.decimalMark(records, field);
    if (found == 0) {
      return POINT;
    }
    if (decimalMark != 0 && decimalMark != found) {
      throw new IllegalArgumentException(
          "a number with '" + (char) found + "' where others have '" + (char) decimalMark + "'");
    }
    decimalMark = found;
    return found;
  }

  /** Rows of the same exchange share one String. */
  private String exchange(String text) {
    if (!text.equals(lastExchange)) {
      lastExchange = Values.text(text);
    }
    return lastExchange;
  }

  /** Rejects a formula, even in an ignored column, because the file may be handed out unchanged. */
  private void refuseFormula(int field) {
    if (columns[field] != Column.SYMBOL && CsvCells.isFormula(records, field)) {
      throw new IllegalArgumentException("a formula");
    }
  }
}
