package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.format.Type;

/** Decodes the OTC flag: a boolean, or a whole number 0 or 1. */
final class FlagDecoder extends ValueDecoder {
  FlagDecoder(Column column, UploadField field) {
    super(column, field);
    boolean whole =
        (field.type() == Type.INT32 || field.type() == Type.INT64)
            && field.isNumber()
            && !field.isDecimal();
    if (!whole && field.type() != Type.BOOLEAN) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, which is not a boolean"
              .formatted(field.name(), column.wireName(), field.typeName()));
    }
  }

  @Override
  void decode(ColumnReader reader, Bars into, int row) {
    long value =
        switch (field().type()) {
          case BOOLEAN -> reader.getBoolean() ? 1 : 0;
          case INT32 -> reader.getInteger();
          default -> reader.getLong();
        };
    if (value != 0 && value != 1) {
      throw new IllegalArgumentException(value + " is neither true nor false");
    }
    into.longs(column())[row] = value;
  }
}
