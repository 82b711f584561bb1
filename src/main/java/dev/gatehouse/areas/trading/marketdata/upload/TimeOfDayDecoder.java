package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Decodes times of day from a separate column and adds them to the days decoded before. Accepts
 * Parquet's TIME of three units, texts, and numbers such as 93000.
 */
final class TimeOfDayDecoder extends ValueDecoder {
  private static final int MAX_CHARACTERS = 40;

  private enum Form {
    TIME_INT,
    TIME_LONG,
    INT,
    LONG,
    TEXT
  }

  private final Form form;
  private final TimeUnit unit;
  private final TimeOfDay times = new TimeOfDay();

  TimeOfDayDecoder(UploadField field) {
    super(Column.TIME_UTC, field);
    unit = field.timeOfDayUnit();
    form = form(field);
  }

  @Override
  void decode(ColumnReader reader, Bars into, int row) {
    long ofDay =
        switch (form) {
          case TIME_INT -> TimeOfDay.of(reader.getInteger(), unit);
          case TIME_LONG -> TimeOfDay.of(reader.getLong(), unit);
          case INT -> times.ofNumber(reader.getInteger());
          case LONG -> times.ofNumber(reader.getLong());
          case TEXT -> text(reader.getBinary().getBytesUnsafe());
        };
    into.times()[row] = TimeValues.inRange(into.times()[row] + ofDay);
  }

  private long text(byte[] bytes) {
    if (bytes.length > MAX_CHARACTERS) {
      throw new IllegalArgumentException("a time of " + bytes.length + " characters");
    }
    return times.ofText(new String(bytes, StandardCharsets.UTF_8));
  }

  private Form form(UploadField field) {
    if (unit != null
        && (field.type() == PrimitiveTypeName.INT32 || field.type() == PrimitiveTypeName.INT64)) {
      return field.type() == PrimitiveTypeName.INT32 ? Form.TIME_INT : Form.TIME_LONG;
    }
    boolean number = unit == null && field.isNumber() && !field.isDecimal();
    if (number && field.type() == PrimitiveTypeName.INT32) {
      return Form.INT;
    }
    if (number && field.type() == PrimitiveTypeName.INT64) {
      return Form.LONG;
    }
    if (unit == null && field.isText()) {
      return Form.TEXT;
    }
    throw new BadMarketData(
        "column '%s' (the time beside a date) is %s, which is not a time of day"
            .formatted(field.name(), field.typeName()));
  }
}
