package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ExactNumber;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Decodes prices, volumes and counts from whole numbers, floats and decimals of every width. */
final class NumberDecoder extends ValueDecoder {
  private enum Form {
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    HALF,
    DECIMAL_INT,
    DECIMAL_LONG,
    DECIMAL_BYTES
  }

  private final Form form;
  private final int scale;
  private final boolean unsigned;
  private final boolean count;

  NumberDecoder(Column column, UploadField field) {
    super(column, field);
    count = column.kind() == Column.Kind.COUNT;
    unsigned = field.isUnsigned();
    scale = field.scale();
    form = form(column, field);
  }

  @Override
  void decode(ColumnReader reader, Bars into, int row) {
    if (count) {
      into.longs(column())[row] = count(reader);
    } else {
      into.numbers(column())[row] = number(reader);
    }
  }

  private double number(ColumnReader reader) {
    return switch (form) {
      case INT -> integer(reader);
      case LONG -> {
        if (unsigned) {
          yield ExactNumber.of(new BigDecimal(Long.toUnsignedString(reader.getLong())));
        }
        yield ExactNumber.of(reader.getLong());
      }
      case DECIMAL_INT -> Values.decimal(reader.getInteger(), scale);
      case DECIMAL_LONG -> Values.decimal(reader.getLong(), scale);
      case DECIMAL_BYTES -> decimal(unscaled(reader));
      default -> fraction(reader);
    };
  }

  private long count(ColumnReader reader) {
    return switch (form) {
      case INT -> integer(reader);
      case LONG -> {
        long raw = reader.getLong();
        if (unsigned && raw < 0) {
          throw new IllegalArgumentException(Long.toUnsignedString(raw) + " is too large");
        }
        yield Values.count(raw);
      }
      case DECIMAL_INT -> Values.count(BigDecimal.valueOf(reader.getInteger(), scale));
      case DECIMAL_LONG -> Values.count(BigDecimal.valueOf(reader.getLong(), scale));
      case DECIMAL_BYTES -> Values.count(new BigDecimal(unscaled(reader), scale));
      default -> {
        double value = fraction(reader);
        yield Double.isNaN(value) ? Bars.NONE : Values.count(value);
      }
    };
  }

  private long integer(ColumnReader reader) {
    int raw = reader.getInteger();
    return unsigned ? Integer.toUnsignedLong(raw) : raw;
  }

  private double fraction(ColumnReader reader) {
    return switch (form) {
      case DOUBLE -> fraction(reader.getDouble());
      case FLOAT -> fraction(reader.getFloat());
      default -> fraction(half(reader.getBinary().getBytesUnsafe()));
    };
  }

  private static double half(byte[] littleEndian) {
    if (littleEndian.length != Short.BYTES) {
      throw new IllegalArgumentException("a FLOAT16 of " + littleEndian.length + " bytes");
    }
    return Float.float16ToFloat((short) ((littleEndian[0] & 0xff) | littleEndian[1] << 8));
  }

  /** Some writers use NaN for an absent value. Statistics do not include it. */
  private double fraction(double value) {
    return Double.isNaN(value) ? value : Values.finite(value);
  }

  private double decimal(BigInteger unscaled) {
    if (unscaled.bitLength() < 64) {
      return Values.decimal(unscaled.longValue(), scale);
    }
    return ExactNumber.of(new BigDecimal(unscaled, scale));
  }

  private static BigInteger unscaled(ColumnReader reader) {
    byte[] bytes = reader.getBinary().getBytesUnsafe();
    if (bytes.length == 0 || bytes.length > 32) {
      throw new IllegalArgumentException("a decimal of " + bytes.length + " bytes");
    }
    return new BigInteger(bytes);
  }

  private static Form decimalForm(PrimitiveTypeName type) {
    return switch (type) {
      case INT32 -> Form.DECIMAL_INT;
      case INT64 -> Form.DECIMAL_LONG;
      case FIXED_LEN_BYTE_ARRAY, BINARY -> Form.DECIMAL_BYTES;
      case FLOAT, DOUBLE, BOOLEAN, INT96 -> null;
    };
  }

  private static Form plainForm(UploadField field) {
    return switch (field.type()) {
      case INT32 -> Form.INT;
      case INT64 -> Form.LONG;
      case FLOAT -> Form.FLOAT;
      case DOUBLE -> Form.DOUBLE;
      case FIXED_LEN_BYTE_ARRAY -> field.isHalf() ? Form.HALF : null;
      case BINARY, BOOLEAN, INT96 -> null;
    };
  }

  private static Form form(Column column, UploadField field) {
    Form form = field.isDecimal() ? decimalForm(field.type()) : plainForm(field);
    if (form == null || !field.isNumber()) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, which is not a number"
              .formatted(field.name(), column.wireName(), field.typeName()));
    }
    return form;
  }
}
