package dev.gatehouse.areas.trading.marketdata.upload;

import java.util.concurrent.TimeUnit;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** A top-level column of an uploaded Parquet file. */
record UploadField(Type column) {
  private static final int MAX_SCALE = 38;

  String name() {
    return column.getName();
  }

  boolean isPlain() {
    return column.isPrimitive() && !column.isRepetition(Type.Repetition.REPEATED);
  }

  boolean isOptional() {
    return column.isRepetition(Type.Repetition.OPTIONAL);
  }

  PrimitiveTypeName type() {
    return column.asPrimitiveType().getPrimitiveTypeName();
  }

  ColumnDescriptor descriptor() {
    return new ColumnDescriptor(
        new String[] {name()}, column.asPrimitiveType(), 0, isOptional() ? 1 : 0);
  }

  boolean isDate() {
    return logical() instanceof DateLogicalTypeAnnotation;
  }

  boolean isDecimal() {
    return logical() instanceof DecimalLogicalTypeAnnotation;
  }

  boolean isUnsigned() {
    return logical() instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
  }

  /**
   * Returns whether the column contains plain numbers, without a logical type that changes their
   * meaning.
   */
  boolean isNumber() {
    return switch (logical()) {
      case null -> true;
      case IntLogicalTypeAnnotation integer -> true;
      case DecimalLogicalTypeAnnotation decimal -> true;
      default -> isHalf();
    };
  }

  boolean isInteger() {
    return isNumber()
        && !isDecimal()
        && (type() == PrimitiveTypeName.INT32 || type() == PrimitiveTypeName.INT64);
  }

  boolean isHalf() {
    return logical() instanceof Float16LogicalTypeAnnotation;
  }

  /** Returns whether the column has the type Null, which pandas writes where no row has a value. */
  boolean isNull() {
    return logical() instanceof UnknownLogicalTypeAnnotation;
  }

  boolean isText() {
    return type() == PrimitiveTypeName.BINARY
        && switch (logical()) {
          case null -> true;
          case StringLogicalTypeAnnotation text -> true;
          case EnumLogicalTypeAnnotation name -> true;
          default -> false;
        };
  }

  /** Returns the number of decimals of a DECIMAL; 0 for other types. */
  int scale() {
    int scale = logical() instanceof DecimalLogicalTypeAnnotation decimal ? decimal.getScale() : 0;
    UploadFooter.require(scale <= MAX_SCALE, "column '" + name() + "' has scale " + scale);
    return scale;
  }

  TimeUnit timestampUnit() {
    return logical() instanceof TimestampLogicalTypeAnnotation time ? unit(time.getUnit()) : null;
  }

  TimeUnit timeOfDayUnit() {
    return logical() instanceof TimeLogicalTypeAnnotation time ? unit(time.getUnit()) : null;
  }

  /** Returns the unit MILLISECONDS for MILLIS. */
  private static TimeUnit unit(LogicalTypeAnnotation.TimeUnit unit) {
    return TimeUnit.valueOf(unit + "ECONDS");
  }

  /** Returns the type for messages: INT64 TIMESTAMP(MICROS,true), DOUBLE, a group. */
  String typeName() {
    if (!column.isPrimitive()) {
      return "a group";
    }
    String list = column.isRepetition(Type.Repetition.REPEATED) ? "a list of " : "";
    return list + type() + (logical() == null ? "" : " " + logical());
  }

  private LogicalTypeAnnotation logical() {
    return column.getLogicalTypeAnnotation();
  }
}
