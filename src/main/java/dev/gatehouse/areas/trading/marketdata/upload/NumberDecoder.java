package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.parquet.column.ColumnReader;

/** Decodes prices, volumes and counts from whole numbers, floats and decimals of every width. */
final class NumberDecoder extends ValueDecoder {
  private enum Form {
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    DECIMAL_INT,
    DECIMAL_LONG,
    DECIMAL_BYTES
  }

  private final Form form;
  private final int scale;
  private final boolean unsigned;
  private final boolean count;
  private final ObservedMinMax seen = new ObservedMinMax();

  NumberDecoder(Column column, UploadField field) {
    super(column, field);
    count = column.kind() == Column.Kind.COUNT;
    unsigned = field.isUnsigned();
    scale = field.isDecimal() ? field.scale() : 0;
    form = form(column, field);
  }

  @Override
  void decode(ColumnReader reader, Bars into, int row) {
    double value =
        switch (form) {
          case DOUBLE -> fraction(reader.getDouble());
          case FLOAT -> fraction(reader.getFloat());
          case INT -> {
            int raw = reader.getInteger();
            yield unsigned ? Integer.toUnsignedLong(raw) : seen.whole(raw);
          }
          case LONG ->
              Values.exact(unsigned ? unsigned(reader.getLong()) : seen.whole(reader.getLong()));
          case DECIMAL_INT -> Values.decimal(seen.whole(reader.getInteger()), scale);
          case DECIMAL_LONG -> Values.decimal(seen.whole(reader.getLong()), scale);
          case DECIMAL_BYTES -> decimal(reader.getBinary().getBytesUnsafe());
        };
    if (count) {
      into.longs(column())[row] = Double.isNaN(value) ? Bars.NONE : Values.whole(value);
    } else {
      into.numbers(column())[row] = value;
    }
  }

  @Override
  void compare(ChunkBounds bounds) {
    super.compare(bounds);
    seen.compare(bounds);
  }

  /** Some writers use NaN for an absent value. Statistics do not include it. */
  private double fraction(double value) {
    return Double.isNaN(value) ? value : seen.fraction(Values.finite(value));
  }

  private static long unsigned(long raw) {
    if (raw < 0) {
      throw new IllegalArgumentException(
          Long.toUnsignedString(raw) + " is too large to be stored exactly");
    }
    return raw;
  }

  private double decimal(byte[] unscaled) {
    if (unscaled.length == 0 || unscaled.length > 32) {
      throw new IllegalArgumentException("a decimal of " + unscaled.length + " bytes");
    }
    BigInteger value = new BigInteger(unscaled);
    return value.bitLength() < 64
        ? Values.decimal(value.longValue(), scale)
        : new BigDecimal(value, scale).doubleValue();
  }

  private static Form form(Column column, UploadField field) {
    boolean decimal = field.isDecimal();
    Form form =
        switch (field.type()) {
          case INT32 -> decimal ? Form.DECIMAL_INT : Form.INT;
          case INT64 -> decimal ? Form.DECIMAL_LONG : Form.LONG;
          case FLOAT -> decimal ? null : Form.FLOAT;
          case DOUBLE -> decimal ? null : Form.DOUBLE;
          case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> decimal ? Form.DECIMAL_BYTES : null;
          case BOOLEAN, INT96 -> null;
        };
    if (form == null || !field.isNumber()) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, which is not a number"
              .formatted(field.name(), column.wireName(), field.typeName()));
    }
    return form;
  }
}
