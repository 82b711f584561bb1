package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.column.ColumnReader;

/**
 * Decodes Parquet's time types: timestamps of three units, INT96, dates, texts and plain numbers.
 * Local times are treated as UTC.
 */
final class TimeDecoder extends ValueDecoder {
  private enum Form {
    TIMESTAMP,
    INT96,
    DATE,
    TEXT,
    INT,
    LONG,
    DOUBLE
  }

  private static final long JULIAN_EPOCH = 2_440_588;

  private final Form form;
  private final TimeUnit unit;
  private final TimeValues times = new TimeValues();

  private final boolean dayOnly;

  /**
   * @param dayOnly whether another column contains the time of day
   */
  TimeDecoder(UploadField field, boolean dayOnly) {
    super(Column.TIME_UTC, field);
    this.dayOnly = dayOnly;
    unit = field.timestampUnit();
    form = form(field, unit);
  }

  @Override
  void decode(ColumnReader reader, Bars into, int row) {
    long micros = micros(reader);
    into.times()[row] = dayOnly ? TimeValues.day(micros) : micros;
  }

  private long micros(ColumnReader reader) {
    return switch (form) {
      case TIMESTAMP -> TimeValues.of(reader.getLong(), unit);
      case DATE -> TimeValues.ofDay(reader.getInteger());
      case LONG -> times.ofNumber(reader.getLong());
      case INT -> {
        int raw = reader.getInteger();
        yield times.ofNumber(field().isUnsigned() ? Integer.toUnsignedLong(raw) : raw);
      }
      case DOUBLE -> fraction(reader.getDouble());
      case TEXT -> text(reader.getBinary().getBytesUnsafe());
      case INT96 -> int96(reader.getBinary().getBytesUnsafe());
    };
  }

  private long fraction(double value) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException("a bar has no time");
    }
    return times.ofNumber(Values.count(value));
  }

  private long text(byte[] bytes) {
    if (bytes.length > 64) {
      throw new IllegalArgumentException("a time of " + bytes.length + " characters");
    }
    return times.ofText(new String(bytes, StandardCharsets.UTF_8));
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

  private static Form form(UploadField field, TimeUnit unit) {
    Form form =
        switch (field.type()) {
          case INT64 -> unit == null ? number(field, Form.LONG) : Form.TIMESTAMP;
          case INT32 -> field.isDate() ? Form.DATE : number(field, Form.INT);
          case INT96 -> Form.INT96;
          case DOUBLE -> number(field, Form.DOUBLE);
          case BINARY -> field.isText() ? Form.TEXT : null;
          case BOOLEAN, FLOAT, FIXED_LEN_BYTE_ARRAY -> null;
        };
    if (form == null || (unit != null && form != Form.TIMESTAMP)) {
      throw new BadMarketData(
          "column '%s' (timeUtc) is %s, which is not a time"
              .formatted(field.name(), field.typeName()));
    }
    return form;
  }

  private static Form number(UploadField field, Form form) {
    return plain(field) ? form : null;
  }

  private static boolean plain(UploadField field) {
    return field.isNumber() && !field.isDecimal();
  }
}
