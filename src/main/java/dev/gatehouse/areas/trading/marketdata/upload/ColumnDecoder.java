package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ExactNumber;
import dev.gatehouse.areas.trading.marketdata.upload.UploadField.Form;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Decodes and checks the values of one uploaded column. */
final class ColumnDecoder {
  private static final int MAX_KNOWN = 1000;
  private static final int MAX_TEXT_BYTES = 64;
  private static final int MAX_DECIMAL_BYTES = 32;
  private static final long JULIAN_EPOCH = 2_440_588;
  private static final Set<Form> NUMBERS =
      EnumSet.of(Form.INTEGER, Form.FLOAT, Form.DOUBLE, Form.DECIMAL, Form.NULL);

  /** Part of a bar's time that a column contains. */
  enum TimePart {
    WHOLE,
    /** Another column contains the time of day. */
    DAY,
    TIME_OF_DAY
  }

  private final Column column;
  private final UploadField field;
  private final Form form;
  private final TimeUnit unit;
  private final int scale;
  private final TimePart part;
  private final String symbol;
  private final Bars into;
  private final TimeValues times = new TimeValues();
  private final TimeOfDay timesOfDay = new TimeOfDay();
  private final CellValues cells = new CellValues(true);

  /** Texts by their bytes. Most columns have few distinct ones. */
  private final Map<Binary, String> known = new HashMap<>();

  ColumnDecoder(Column column, UploadField field, TimePart part, String symbol, Bars into) {
    this.column = column;
    this.field = field;
    this.part = part;
    this.symbol = symbol;
    this.into = into;
    String meaning = part == TimePart.TIME_OF_DAY ? "the time beside a date" : column.wireName();
    if (!field.isPlain()) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, not one value per row"
              .formatted(field.name(), meaning, field.typeName()));
    }
    this.form = field.form();
    if (!accepts()) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, which is not %s"
              .formatted(field.name(), meaning, field.typeName(), expected()));
    }
    this.unit = field.unit();
    this.scale = field.scale();
  }

  private boolean accepts() {
    return switch (column.kind()) {
      case TIME ->
          part == TimePart.TIME_OF_DAY
              ? EnumSet.of(Form.TIME_OF_DAY, Form.INTEGER, Form.TEXT).contains(form)
              : EnumSet.of(
                      Form.TIMESTAMP, Form.INT96, Form.DATE, Form.INTEGER, Form.DOUBLE, Form.TEXT)
                  .contains(form);
      case NUMBER -> NUMBERS.contains(form) || form == Form.TEXT;
      case COUNT -> NUMBERS.contains(form);
      // A column of booleans and missing values is a DOUBLE in pandas.
      case FLAG -> form == Form.BOOLEAN || (NUMBERS.contains(form) && form != Form.DECIMAL);
      case TEXT -> form == Form.TEXT || form == Form.NULL;
    };
  }

  private String expected() {
    return switch (column.kind()) {
      case TIME -> part == TimePart.TIME_OF_DAY ? "a time of day" : "a time";
      case NUMBER, COUNT -> "a number";
      case FLAG -> "a boolean";
      case TEXT -> "a text";
    };
  }

  UploadField field() {
    return field;
  }

  /**
   * Decodes {@code count} values into rows 0 to count - 1. {@code firstRow} counts from 1 and is
   * used in messages.
   */
  void decode(ColumnReader reader, int count, long firstRow) {
    int present = field.isOptional() ? 1 : 0;
    int row = 0;
    try {
      for (; row < count; row++) {
        if (reader.getCurrentDefinitionLevel() == present) {
          decode(reader, row);
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

  private void decode(ColumnReader reader, int row) {
    if (form == Form.NULL) {
      throw new IllegalArgumentException("a value in a column of type Null");
    }
    switch (column.kind()) {
      case TIME ->
          into.times()[row] =
              switch (part) {
                case WHOLE -> time(reader);
                case DAY -> TimeValues.day(time(reader));
                case TIME_OF_DAY -> TimeValues.inRange(into.times()[row] + timeOfDay(reader));
              };
      case NUMBER -> into.numbers(column)[row] = number(reader);
      case COUNT -> into.longs(column)[row] = count(reader);
      case FLAG -> into.longs(column)[row] = flag(reader);
      case TEXT -> {
        String text = knownText(reader.getBinary());
        if (column != Column.SYMBOL) {
          into.texts(column)[row] = text;
        }
      }
    }
  }

  /** Decodes timestamps of three units, INT96, dates, texts and numbers. Local times are UTC. */
  private long time(ColumnReader reader) {
    return switch (form) {
      case TIMESTAMP -> TimeValues.of(integer(reader), unit);
      case DATE -> TimeValues.ofDay(integer(reader));
      case INTEGER -> times.ofNumber(integer(reader));
      case DOUBLE -> times.ofNumber(whole(reader.getDouble()));
      case INT96 -> int96(reader.getBinary().getBytesUnsafe());
      default -> times.ofText(text(reader));
    };
  }

  private long timeOfDay(ColumnReader reader) {
    return switch (form) {
      case TIME_OF_DAY -> TimeOfDay.of(integer(reader), unit);
      case INTEGER -> timesOfDay.ofNumber(integer(reader));
      default -> timesOfDay.ofText(text(reader));
    };
  }

  /** Some writers use NaN for an absent value. */
  private double number(ColumnReader reader) {
    return switch (form) {
      case INTEGER -> ExactNumber.of(integer(reader));
      case DECIMAL -> ExactNumber.of(decimal(reader));
      case TEXT -> cells.number(column, text(reader));
      default -> {
        double value = fraction(reader);
        yield Double.isNaN(value) ? value : Values.finite(value);
      }
    };
  }

  private long count(ColumnReader reader) {
    return switch (form) {
      case INTEGER -> Values.count(integer(reader));
      case DECIMAL -> Values.count(decimal(reader));
      default -> {
        double value = number(reader);
        yield Double.isNaN(value) ? Bars.NONE : Values.count(value);
      }
    };
  }

  private long flag(ColumnReader reader) {
    if (form == Form.BOOLEAN) {
      return reader.getBoolean() ? 1 : 0;
    }
    long value = count(reader);
    if (value != 0 && value != 1 && value != Bars.NONE) {
      throw new IllegalArgumentException(value + " is neither true nor false");
    }
    return value;
  }

  private long integer(ColumnReader reader) {
    if (field.type() == PrimitiveTypeName.INT32) {
      int value = reader.getInteger();
      return field.isUnsigned() ? Integer.toUnsignedLong(value) : value;
    }
    long value = reader.getLong();
    if (value < 0 && field.isUnsigned()) {
      throw new IllegalArgumentException(Long.toUnsignedString(value) + " is too large");
    }
    return value;
  }

  private double fraction(ColumnReader reader) {
    return switch (field.type()) {
      case DOUBLE -> reader.getDouble();
      case FLOAT -> reader.getFloat();
      default -> half(reader.getBinary().getBytesUnsafe());
    };
  }

  private static double half(byte[] littleEndian) {
    if (littleEndian.length != Short.BYTES) {
      throw new IllegalArgumentException("a FLOAT16 of " + littleEndian.length + " bytes");
    }
    return Float.float16ToFloat((short) ((littleEndian[0] & 0xff) | littleEndian[1] << 8));
  }

  private BigDecimal decimal(ColumnReader reader) {
    if (field.type() == PrimitiveTypeName.INT32 || field.type() == PrimitiveTypeName.INT64) {
      return BigDecimal.valueOf(integer(reader), scale);
    }
    byte[] bytes = reader.getBinary().getBytesUnsafe();
    if (bytes.length == 0 || bytes.length > MAX_DECIMAL_BYTES) {
      throw new IllegalArgumentException("a decimal of " + bytes.length + " bytes");
    }
    return new BigDecimal(new BigInteger(bytes), scale);
  }

  private static long whole(double value) {
    if (Double.isNaN(value)) {
      throw noTime();
    }
    return Values.count(value);
  }

  private static String text(ColumnReader reader) {
    byte[] bytes = reader.getBinary().getBytesUnsafe();
    if (bytes.length > MAX_TEXT_BYTES) {
      throw new IllegalArgumentException("a value of " + bytes.length + " characters");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Decodes each distinct text of a file once. The symbol is only compared. */
  private String knownText(Binary raw) {
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
    return text;
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
