package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.column.ColumnReader;

/** Decodes and checks the values of one uploaded column. */
abstract class ValueDecoder {
  private final Column column;
  private final UploadField field;
  private final int present;

  ValueDecoder(Column column, UploadField field) {
    this.column = column;
    this.field = field;
    this.present = field.isOptional() ? 1 : 0;
  }

  /** Decodes the reader's current value into a row of the batch. */
  abstract void decode(ColumnReader reader, Bars into, int row);

  UploadField field() {
    return field;
  }

  Column column() {
    return column;
  }

  /**
   * Decodes {@code count} values into rows 0 to count - 1. {@code firstRow} counts from 1 and is
   * used in messages.
   */
  final void decode(ColumnReader reader, Bars into, int count, long firstRow) {
    int row = 0;
    try {
      for (; row < count; row++) {
        if (reader.getCurrentDefinitionLevel() == present) {
          decode(reader, into, row);
        } else {
          absent(into, row);
        }
        reader.consume();
      }
    } catch (BadMarketData e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw BadMarketData.at(firstRow + row, field.name(), e.getMessage(), e);
    } catch (RuntimeException e) {
      throw BadMarketData.in(field.name(), "damaged near row " + (firstRow + row), e);
    }
  }

  private void absent(Bars into, int row) {
    switch (column) {
      case SYMBOL -> {}
      case TIME_UTC -> throw new IllegalArgumentException("a bar has no time");
      default -> {
        switch (column.kind()) {
          case NUMBER -> into.numbers(column)[row] = Double.NaN;
          case TEXT -> into.texts(column)[row] = null;
          default -> into.longs(column)[row] = Bars.NONE;
        }
      }
    }
  }
}
