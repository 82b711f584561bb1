package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Decodes the OTC flag: a boolean, or a number 0 or 1. A column of booleans and missing values is a
 * DOUBLE in pandas.
 */
final class FlagDecoder extends ValueDecoder {
  FlagDecoder(Column column, UploadField field) {
    super(column, field);
    boolean number =
        switch (field.type()) {
          case INT32, INT64, FLOAT, DOUBLE -> field.isNumber() && !field.isDecimal();
          default -> false;
        };
    if (!number && field.type() != PrimitiveTypeName.BOOLEAN) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, which is not a boolean"
              .formatted(field.name(), column.wireName(), field.typeName()));
    }
  }

  @Override
  void decode(ColumnReader reader, Bars into, int row) {
    switch (field().type()) {
      case BOOLEAN -> into.longs(column())[row] = reader.getBoolean() ? 1 : 0;
      case INT32 -> into.longs(column())[row] = flag(reader.getInteger());
      case INT64 -> into.longs(column())[row] = flag(reader.getLong());
      case FLOAT -> into.longs(column())[row] = fraction(reader.getFloat());
      default -> into.longs(column())[row] = fraction(reader.getDouble());
    }
  }

  private static long fraction(double value) {
    return Double.isNaN(value) ? Bars.NONE : flag(Values.count(value));
  }

  private static long flag(long value) {
    if (value != 0 && value != 1) {
      throw new IllegalArgumentException(value + " is neither true nor false");
    }
    return value;
  }
}
