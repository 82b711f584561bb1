package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.column.ColumnReader;

/** Decodes a column of the type Null, in which no row has a value. */
final class NullDecoder extends ValueDecoder {
  NullDecoder(Column column, UploadField field) {
    super(column, field);
  }

  @Override
  void decode(ColumnReader reader, Bars into, int row) {
    throw new IllegalArgumentException("a value in a column of type Null");
  }
}
