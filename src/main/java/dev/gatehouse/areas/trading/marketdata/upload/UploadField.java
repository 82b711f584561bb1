package dev.gatehouse.areas.trading.marketdata.upload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/**
 * A top-level column of an uploaded Parquet file.
 *
 * @param leaf its first position among the primitive columns, in the order of the row groups
 */
record UploadField(String name, SchemaElement element, int leaf) {

  static List<UploadField> topLevel(List<SchemaElement> schema) {
    List<UploadField> fields = new ArrayList<>();
    int at = 1;
    int leaf = 0;
    for (int child = 0; child < schema.getFirst().getNum_children(); child++) {
      SchemaElement element = schema.get(at);
      fields.add(new UploadField(element.getName(), element, leaf));
      int end = end(schema, at, 0);
      leaf += (int) schema.subList(at, end).stream().filter(UploadField::isLeaf).count();
      at = end;
    }
    UploadFooter.require(at == schema.size(), "its schema is not a tree");
    return fields;
  }

  static int leaves(List<SchemaElement> schema) {
    return (int) schema.stream().skip(1).filter(UploadField::isLeaf).count();
  }

  /** Returns whether the column has at most one value per row. */
  boolean isPlain() {
    return isLeaf(element) && element.getRepetition_type() != FieldRepetitionType.REPEATED;
  }

  boolean isOptional() {
    return element.getRepetition_type() == FieldRepetitionType.OPTIONAL;
  }

  Type type() {
    return element.getType();
  }

  boolean isDate() {
    LogicalType logical = element.getLogicalType();
    return element.getConverted_type() == ConvertedType.DATE
        || (logical != null && logical.isSetDATE());
  }

  boolean isDecimal() {
    LogicalType logical = element.getLogicalType();
    return element.getConverted_type() == ConvertedType.DECIMAL
        || (logical != null && logical.isSetDECIMAL());
  }

  boolean isUnsigned() {
    LogicalType logical = element.getLogicalType();
    boolean byConverted =
        switch (element.getConverted_type()) {
          case UINT_8, UINT_16, UINT_32, UINT_64 -> true;
          case null, default -> false;
        };
    return byConverted
        || (logical != null && logical.isSetINTEGER() && !logical.getINTEGER().isIsSigned());
  }

  /**
   * Returns whether the column contains plain numbers, without a logical type that changes their
   * meaning.
   */
  boolean isNumber() {
    LogicalType logical = element.getLogicalType();
    boolean plainLogical =
        logical == null || logical.isSetINTEGER() || logical.isSetDECIMAL() || isHalf();
    boolean plainConverted =
        switch (element.getConverted_type()) {
          case null -> true;
          case INT_8, INT_16, INT_32, INT_64, UINT_8, UINT_16, UINT_32, UINT_64, DECIMAL -> true;
          default -> false;
        };
    return plainLogical && plainConverted;
  }

  /** Returns whether the column contains 16-bit floats. */
  boolean isHalf() {
    LogicalType logical = element.getLogicalType();
    return logical != null && logical.isSetFLOAT16();
  }

  /** Returns whether the column has the type Null, which pandas writes where no row has a value. */
  boolean isNull() {
    LogicalType logical = element.getLogicalType();
    return logical != null && logical.isSetUNKNOWN();
  }

  boolean isText() {
    LogicalType logical = element.getLogicalType();
    return type() == Type.BYTE_ARRAY
        && (logical == null || logical.isSetSTRING() || logical.isSetENUM())
        && switch (element.getConverted_type()) {
          case null -> true;
          case UTF8, ENUM -> true;
          default -> false;
        };
  }

  int scale() {
    LogicalType logical = element.getLogicalType();
    boolean both = element.isSetScale() && logical != null && logical.isSetDECIMAL();
    UploadFooter.require(
        !both || logical.getDECIMAL().getScale() == element.getScale(),
        "column '" + name + "' has two scales");
    int scale = element.getScale();
    if (logical != null && logical.isSetDECIMAL()) {
      scale = logical.getDECIMAL().getScale();
    }
    UploadFooter.require(scale >= 0 && scale <= 38, "column '" + name + "' has scale " + scale);
    return scale;
  }

  /** Returns the unit of a TIMESTAMP, or null for other types. */
  TimeUnit timestampUnit() {
    TimeUnit converted =
        switch (element.getConverted_type()) {
          case TIMESTAMP_MILLIS -> TimeUnit.MILLISECONDS;
          case TIMESTAMP_MICROS -> TimeUnit.MICROSECONDS;
          case null, default -> null;
        };
    LogicalType logical = element.getLogicalType();
    if (logical == null || !logical.isSetTIMESTAMP()) {
      UploadFooter.require(
          logical == null || converted == null, "column '" + name + "' has two types");
      return converted;
    }
    TimeUnit found = unit(logical.getTIMESTAMP().getUnit());
    UploadFooter.require(
        converted == null || converted == found, "column '" + name + "' has two units");
    UploadFooter.require(
        element.getConverted_type() == null || converted != null,
        "column '" + name + "' has two types");
    return found;
  }

  /** Returns the unit of a TIME, or null for other types. */
  TimeUnit timeOfDayUnit() {
    LogicalType logical = element.getLogicalType();
    if (logical != null && logical.isSetTIME()) {
      return unit(logical.getTIME().getUnit());
    }
    return switch (element.getConverted_type()) {
      case TIME_MILLIS -> TimeUnit.MILLISECONDS;
      case TIME_MICROS -> TimeUnit.MICROSECONDS;
      case null, default -> null;
    };
  }

  private static TimeUnit unit(org.apache.parquet.format.TimeUnit unit) {
    return switch (unit.getSetField()) {
      case MILLIS -> TimeUnit.MILLISECONDS;
      case MICROS -> TimeUnit.MICROSECONDS;
      case NANOS -> TimeUnit.NANOSECONDS;
    };
  }

  /** Returns the type for messages: INT64 TIMESTAMP(MICROS), DOUBLE, a group. */
  String typeName() {
    if (!isLeaf(element)) {
      return "a group";
    }
    String type = type().toString();
    if (element.getRepetition_type() == FieldRepetitionType.REPEATED) {
      type = "a list of " + type;
    }
    LogicalType logical = element.getLogicalType();
    if (logical != null) {
      return type + " " + logical.getSetField();
    }
    if (element.isSetConverted_type()) {
      return type + " " + element.getConverted_type();
    }
    return type;
  }

  private static int end(List<SchemaElement> schema, int at, int depth) {
    UploadFooter.require(depth < 64, "its schema is too deep");
    int next = at + 1;
    if (!isLeaf(schema.get(at))) {
      for (int child = 0; child < schema.get(at).getNum_children(); child++) {
        next = end(schema, next, depth + 1);
      }
    }
    return next;
  }

  private static boolean isLeaf(SchemaElement element) {
    return element.isSetType();
  }
}
