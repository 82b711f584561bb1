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

  boolean isUnsigned() {
    return logical() instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
  }

  /** Meaning of a column's values. */
  enum Form {
    INTEGER,
    /** FLOAT and FLOAT16. */
    FLOAT,
    DOUBLE,
    DECIMAL,
    BOOLEAN,
    TEXT,
    TIMESTAMP,
    INT96,
    DATE,
    TIME_OF_DAY,
    /** The type that pandas writes where no row has a value. */
    NULL,
    OTHER
  }

  Form form() {
    return switch (logical()) {
      case TimestampLogicalTypeAnnotation time -> Form.TIMESTAMP;
      case DateLogicalTypeAnnotation date -> Form.DATE;
      case TimeLogicalTypeAnnotation time -> Form.TIME_OF_DAY;
      case DecimalLogicalTypeAnnotation decimal -> Form.DECIMAL;
      case Float16LogicalTypeAnnotation half -> Form.FLOAT;
      case StringLogicalTypeAnnotation text -> Form.TEXT;
      case EnumLogicalTypeAnnotation name -> Form.TEXT;
      case UnknownLogicalTypeAnnotation none -> Form.NULL;
      case IntLogicalTypeAnnotation integer -> Form.INTEGER;
      case null ->
          switch (type()) {
            case INT32, INT64 -> Form.INTEGER;
            case FLOAT -> Form.FLOAT;
            case DOUBLE -> Form.DOUBLE;
            case BOOLEAN -> Form.BOOLEAN;
            case BINARY -> Form.TEXT;
            case INT96 -> Form.INT96;
            case FIXED_LEN_BYTE_ARRAY -> Form.OTHER;
          };
      default -> Form.OTHER;
    };
  }

  /** Returns the number of decimals of a DECIMAL; 0 for other types. */
  int scale() {
    int scale = logical() instanceof DecimalLogicalTypeAnnotation decimal ? decimal.getScale() : 0;
    UploadFooter.require(scale <= MAX_SCALE, "column '" + name() + "' has scale " + scale);
    return scale;
  }

  /** Returns the unit of a timestamp or a time of day; null for other types. */
  TimeUnit unit() {
    return switch (logical()) {
      case TimestampLogicalTypeAnnotation time -> TimeUnit.valueOf(time.getUnit() + "ECONDS");
      case TimeLogicalTypeAnnotation time -> TimeUnit.valueOf(time.getUnit() + "ECONDS");
      case null, default -> null;
    };
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
