package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ExactNumber;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Decodes and checks the values of one uploaded column. */
final class ColumnDecoder {
  private static final int MAX_KNOWN = 1000;
  private static final int MAX_TIME_BYTES = 64;
  private static final long JULIAN_EPOCH = 2_440_588;

  private interface Step {
    void decode(ColumnReader reader, int row);
  }

  private final Column column;
  private final UploadField field;
  private final Bars into;
  private final int present;
  private final Step step;

  private ColumnDecoder(Column column, UploadField field, Bars into, Step step) {
    this.column = column;
    this.field = field;
    this.into = into;
    this.present = field.isOptional() ? 1 : 0;
    this.step = step;
  }

  /**
   * Creates a decoder of a column.
   *
   * @param dayOnly whether another column contains the time of day
   */
  static ColumnDecoder of(
      Column column, UploadField field, boolean dayOnly, String symbol, Bars into) {
    requirePlain(field, column.wireName());
    Step step;
    if (field.isNull() && column != Column.TIME_UTC) {
      step =
          (reader, row) -> {
            throw new IllegalArgumentException("a value in a column of type Null");
          };
    } else {
      step =
          switch (column.kind()) {
            case TIME -> times(field, dayOnly, into.times());
            case NUMBER -> numbers(column, field, into.numbers(column));
            case COUNT -> counts(column, field, into.longs(column));
            case FLAG -> flags(column, field, into.longs(column));
            case TEXT -> texts(column, field, symbol, into);
          };
    }
    return new ColumnDecoder(column, field, into, step);
  }

  /** Creates a decoder of times of day, which are added to the days that were decoded before. */
  static ColumnDecoder ofTimeOfDay(UploadField field, Bars into) {
    requirePlain(field, "the time beside a date");
    TimeOfDay times = new TimeOfDay();
    TimeUnit unit = field.timeOfDayUnit();
    ToLongFunction<ColumnReader> integer = integer(field);
    ToLongFunction<ColumnReader> ofDay = null;
    if (unit != null && integer != null) {
      ofDay = reader -> TimeOfDay.of(integer.applyAsLong(reader), unit);
    } else if (unit == null && field.isInteger()) {
      ofDay = reader -> times.ofNumber(integer.applyAsLong(reader));
    } else if (unit == null && field.isText()) {
      ofDay = reader -> times.ofText(text(reader));
    }
    ToLongFunction<ColumnReader> found =
        required(ofDay, field, "the time beside a date", "a time of day");
    long[] to = into.times();
    return new ColumnDecoder(
        Column.TIME_UTC,
        field,
        into,
        (reader, row) -> to[row] = TimeValues.inRange(to[row] + found.applyAsLong(reader)));
  }

  UploadField field() {
    return field;
  }

  /**
   * Decodes {@code count} values into rows 0 to count - 1. {@code firstRow} counts from 1 and is
   * used in messages.
   */
  void decode(ColumnReader reader, int count, long firstRow) {
    int row = 0;
    try {
      for (; row < count; row++) {
        if (reader.getCurrentDefinitionLevel() == present) {
          step.decode(reader, row);
        } else {
          absent(row);
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

  private void absent(int row) {
    switch (column.kind()) {
      case TIME -> throw noTime();
      case NUMBER -> into.numbers(column)[row] = Double.NaN;
      case COUNT, FLAG -> into.longs(column)[row] = Bars.NONE;
      case TEXT -> {
        if (column != Column.SYMBOL) {
          into.texts(column)[row] = null;
        }
      }
    }
  }

  private static IllegalArgumentException noTime() {
    return new IllegalArgumentException("a bar has no time");
  }

  private static void requirePlain(UploadField field, String meaning) {
    if (!field.isPlain()) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, not one value per row"
              .formatted(field.name(), meaning, field.typeName()));
    }
  }

  private static <T> T required(T decoder, UploadField field, String meaning, String what) {
    if (decoder == null) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, which is not %s"
              .formatted(field.name(), meaning, field.typeName(), what));
    }
    return decoder;
  }

  private static ToLongFunction<ColumnReader> integer(UploadField field) {
    return switch (field.type()) {
      case INT32 ->
          field.isUnsigned()
              ? reader -> Integer.toUnsignedLong(reader.getInteger())
              : ColumnReader::getInteger;
      case INT64 -> field.isUnsigned() ? ColumnDecoder::unsigned : ColumnReader::getLong;
      default -> null;
    };
  }

  private static long unsigned(ColumnReader reader) {
    long raw = reader.getLong();
    if (raw < 0) {
      throw new IllegalArgumentException(Long.toUnsignedString(raw) + " is too large");
    }
    return raw;
  }

  /** Returns a decoder of floats. Some writers use NaN for an absent value. */
  private static ToDoubleFunction<ColumnReader> fraction(UploadField field) {
    return switch (field.type()) {
      case FLOAT -> reader -> finite(reader.getFloat());
      case DOUBLE -> reader -> finite(reader.getDouble());
      case FIXED_LEN_BYTE_ARRAY ->
          field.isHalf() ? reader -> finite(half(reader.getBinary().getBytesUnsafe())) : null;
      default -> null;
    };
  }

  private static double finite(double value) {
    return Double.isNaN(value) ? value : Values.finite(value);
  }

  private static double half(byte[] littleEndian) {
    if (littleEndian.length != Short.BYTES) {
      throw new IllegalArgumentException("a FLOAT16 of " + littleEndian.length + " bytes");
    }
    return Float.float16ToFloat((short) ((littleEndian[0] & 0xff) | littleEndian[1] << 8));
  }

  /** Returns a decoder of decimals without their scale; null for types without decimals. */
  private static Function<ColumnReader, BigInteger> unscaled(UploadField field) {
    return switch (field.type()) {
      case INT32 -> reader -> BigInteger.valueOf(reader.getInteger());
      case INT64 -> reader -> BigInteger.valueOf(reader.getLong());
      case FIXED_LEN_BYTE_ARRAY, BINARY ->
          reader -> {
            byte[] bytes = reader.getBinary().getBytesUnsafe();
            if (bytes.length == 0 || bytes.length > 32) {
              throw new IllegalArgumentException("a decimal of " + bytes.length + " bytes");
            }
            return new BigInteger(bytes);
          };
      default -> null;
    };
  }

  private static Step numbers(Column column, UploadField field, double[] to) {
    int scale = field.scale();
    ToDoubleFunction<ColumnReader> number = null;
    if (field.isDecimal()) {
      Function<ColumnReader, BigInteger> unscaled = unscaled(field);
      number = unscaled == null ? null : reader -> Values.decimal(unscaled.apply(reader), scale);
    } else if (field.isInteger()) {
      ToLongFunction<ColumnReader> integer = integer(field);
      number = reader -> ExactNumber.of(integer.applyAsLong(reader));
    } else if (field.isNumber()) {
      number = fraction(field);
    } else if (field.isText()) {
      CellValues values = new CellValues(true);
      number = reader -> values.number(column, text(reader));
    }
    ToDoubleFunction<ColumnReader> found = required(number, field, column.wireName(), "a number");
    return (reader, row) -> to[row] = found.applyAsDouble(reader);
  }

  private static Step counts(Column column, UploadField field, long[] to) {
    ToLongFunction<ColumnReader> found =
        required(count(field), field, column.wireName(), "a number");
    return (reader, row) -> to[row] = found.applyAsLong(reader);
  }

  private static ToLongFunction<ColumnReader> count(UploadField field) {
    int scale = field.scale();
    if (field.isDecimal()) {
      Function<ColumnReader, BigInteger> unscaled = unscaled(field);
      return unscaled == null
          ? null
          : reader -> Values.count(new BigDecimal(unscaled.apply(reader), scale));
    }
    if (field.isInteger()) {
      ToLongFunction<ColumnReader> integer = integer(field);
      return reader -> Values.count(integer.applyAsLong(reader));
    }
    ToDoubleFunction<ColumnReader> fraction = field.isNumber() ? fraction(field) : null;
    return fraction == null ? null : reader -> count(fraction.applyAsDouble(reader));
  }

  private static long count(double value) {
    return Double.isNaN(value) ? Bars.NONE : Values.count(value);
  }

  /** A column of booleans and missing values is a DOUBLE in pandas. */
  private static Step flags(Column column, UploadField field, long[] to) {
    if (field.type() == PrimitiveTypeName.BOOLEAN) {
      return (reader, row) -> to[row] = reader.getBoolean() ? 1 : 0;
    }
    ToLongFunction<ColumnReader> count =
        required(field.isDecimal() ? null : count(field), field, column.wireName(), "a boolean");
    return (reader, row) -> {
      long value = count.applyAsLong(reader);
      if (value != 0 && value != 1 && value != Bars.NONE) {
        throw new IllegalArgumentException(value + " is neither true nor false");
      }
      to[row] = value;
    };
  }

  /** Decodes each distinct text of a file once. The symbol is only compared. */
  private static Step texts(Column column, UploadField field, String symbol, Bars into) {
    required(field.isText() ? field : null, field, column.wireName(), "a text");
    Map<Binary, String> known = new HashMap<>();
    return (reader, row) -> {
      Binary raw = reader.getBinary();
      String text = known.get(raw);
      if (text == null) {
        if (raw.length() > Values.MAX_TEXT_BYTES) {
          throw new IllegalArgumentException("a text of " + raw.length() + " bytes");
        }
        text = Values.text(raw.toStringUsingUTF8());
        if (column == Column.SYMBOL) {
          Values.symbol(text, symbol);
        }
        if (known.size() < MAX_KNOWN) {
          known.put(raw.copy(), text);
        }
      }
      if (column != Column.SYMBOL) {
        into.texts(column)[row] = text;
      }
    };
  }

  /** Decodes timestamps of three units, INT96, dates, texts and numbers. Local times are UTC. */
  private static Step times(UploadField field, boolean dayOnly, long[] to) {
    ToLongFunction<ColumnReader> micros = required(micros(field), field, "timeUtc", "a time");
    return (reader, row) -> {
      long time = micros.applyAsLong(reader);
      to[row] = dayOnly ? TimeValues.day(time) : time;
    };
  }

  private static ToLongFunction<ColumnReader> micros(UploadField field) {
    TimeValues times = new TimeValues();
    TimeUnit unit = field.timestampUnit();
    if (unit != null) {
      return field.type() == PrimitiveTypeName.INT64
          ? reader -> TimeValues.of(reader.getLong(), unit)
          : null;
    }
    if (field.isDate()) {
      return reader -> TimeValues.ofDay(reader.getInteger());
    }
    if (field.isInteger()) {
      ToLongFunction<ColumnReader> integer = integer(field);
      return reader -> times.ofNumber(integer.applyAsLong(reader));
    }
    return switch (field.type()) {
      case INT96 -> reader -> int96(reader.getBinary().getBytesUnsafe());
      case DOUBLE -> field.isNumber() ? reader -> times.ofNumber(whole(reader.getDouble())) : null;
      case BINARY -> field.isText() ? reader -> times.ofText(text(reader)) : null;
      default -> null;
    };
  }

  private static long whole(double value) {
    if (Double.isNaN(value)) {
      throw noTime();
    }
    return Values.count(value);
  }

  private static String text(ColumnReader reader) {
    byte[] bytes = reader.getBinary().getBytesUnsafe();
    if (bytes.length > MAX_TIME_BYTES) {
      throw new IllegalArgumentException("a value of " + bytes.length + " characters");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static long int96(byte[] bytes) {
    ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long nanos = value.getLong();
    long day = value.getInt() - JULIAN_EPOCH;
    if (nanos < 0 || nanos >= 86_400_000_000_000L) {
      throw new IllegalArgumentException("a time of day of " + nanos + " ns");
    }
    return TimeValues.ofDay(day) + TimeValues.micros(nanos);
  }
}
