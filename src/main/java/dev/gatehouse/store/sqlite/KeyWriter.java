package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.BsonJavaScript;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.LegacyUUID;
import de.bwaldvogel.mongo.bson.MaxKey;
import de.bwaldvogel.mongo.bson.MinKey;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Writes values as bytes whose unsigned order is MongoDB's order of values, across types.
 *
 * <p>No value's bytes are a prefix of another's. The byte after a value is never below {@code 0x08}
 * or above {@code 0xF7}. Therefore {@code value + BEFORE} and {@code value + AFTER} enclose exactly
 * the keys that continue that value, in either direction.
 */
final class KeyWriter {
  static final byte BEFORE = 0x01;
  static final byte AFTER = (byte) 0xFE;

  /** Represents an empty array in an index; it sorts below null. */
  static final Object EMPTY_ARRAY = new Object();

  static final int NULL = 0x10;
  static final int NUMBER = 0x20;
  static final int STRING = 0x28;
  static final int OBJECT_ID = 0x48;
  static final int BOOLEAN = 0x50;
  static final int INSTANT = 0x58;
  private static final int MIN_KEY = 0x08;
  private static final int UNDEFINED = 0x0C;
  private static final int DOCUMENT = 0x30;
  private static final int ARRAY = 0x38;
  private static final int BINARY = 0x40;
  private static final int LEGACY_UUID = 0x44;
  private static final int UNIQUE_ID = 0x46;
  private static final int TIMESTAMP = 0x60;
  private static final int REGEX = 0x68;
  private static final int SCRIPT = 0x6C;
  private static final int MAX_KEY = 0x78;
  private static final int END = 0x01;
  private static final int KEY_END = 0x80;
  private static final long EXACT_IN_DOUBLE = 1L << 53;

  private byte[] bytes = new byte[48];
  private int length;

  /** Appends a value; for a descending field in complemented bytes. */
  KeyWriter value(Object value, boolean ascending) {
    int start = length;
    write(value);
    if (!ascending) {
      for (int i = start; i < length; i++) {
        bytes[i] = (byte) ~bytes[i];
      }
    }
    return this;
  }

  /** Ends a key, so that even its last value is followed by a byte. */
  KeyWriter end() {
    return put(KEY_END);
  }

  KeyWriter raw(byte[] more) {
    for (byte b : more) {
      put(b);
    }
    return this;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void write(Object value) {
    switch (value) {
      case null -> put(NULL);
      case Missing ignored -> put(NULL);
      case Number number -> number(number);
      case String text -> text(STRING, text);
      case Map<?, ?> document -> document(document);
      case Collection<?> list -> list(list);
      case BinData binary -> binary(binary.getData());
      case LegacyUUID id -> id(LEGACY_UUID, id.getUuid());
      case UUID id -> id(UNIQUE_ID, id);
      case ObjectId id -> put(OBJECT_ID).raw(id.toByteArray());
      case Boolean flag -> put(BOOLEAN).put(flag ? 0x80 : 0x40);
      case Instant instant -> put(INSTANT).put8(instant.toEpochMilli() ^ Long.MIN_VALUE);
      case BsonTimestamp timestamp -> put(TIMESTAMP).put8(timestamp.getValue());
      case BsonRegularExpression regex -> {
        text(REGEX, regex.getPattern());
        text(REGEX, Objects.requireNonNullElse(regex.getOptions(), ""));
      }
      case BsonJavaScript script -> text(SCRIPT, script.getCode());
      case MinKey ignored -> put(MIN_KEY);
      case MaxKey ignored -> put(MAX_KEY);
      default -> {
        if (!value.equals(EMPTY_ARRAY)) {
          throw new IllegalArgumentException("no order is known for " + value.getClass());
        }
        put(UNDEFINED);
      }
    }
  }

  /**
   * Writes the nearest double, then the remainder of a long or decimal that exceeds a double's
   * precision.
   */
  private void number(Number number) {
    double nearest = number.doubleValue();
    double rest = 0;
    if (number instanceof Long whole && Math.abs(whole) > EXACT_IN_DOUBLE) {
      rest = BigDecimal.valueOf(whole).subtract(new BigDecimal(nearest)).doubleValue();
    } else if (number instanceof Decimal128 decimal && Double.isFinite(nearest)) {
      rest = decimal.toBigDecimal().subtract(new BigDecimal(nearest)).doubleValue();
    }
    put(NUMBER);
    real(nearest);
    if (rest == 0) {
      put(0x80);
    } else {
      put(rest < 0 ? 0x40 : 0xC0);
      real(rest);
    }
  }

  private void real(double value) {
    // Adding zero turns -0.0 into 0.0, which MongoDB treats as equal.
    long bits = Double.doubleToLongBits(value + 0.0);
    put8(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
  }

  /**
   * Writes each UTF-16 unit separately as UTF-8. This is the order of String.compareTo, which the
   * matcher uses.
   */
  private void text(int tag, String text) {
    put(tag);
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit <= 1) {
        // Escaped, because zero ends the text.
        put(1).put(1 + unit);
      } else if (unit < 0x80) {
        put(unit);
      } else if (unit < 0x800) {
        put(0xC0 | (unit >> 6)).put(0x80 | (unit & 0x3F));
      } else {
        put(0xE0 | (unit >> 12)).put(0x80 | ((unit >> 6) & 0x3F)).put(0x80 | (unit & 0x3F));
      }
    }
    put(0);
  }

  private void document(Map<?, ?> document) {
    put(DOCUMENT);
    for (Map.Entry<?, ?> entry : document.entrySet()) {
      int at = length;
      write(entry.getValue());
      byte[] value = Arrays.copyOfRange(bytes, at, length);
      length = at;
      put(value[0]);
      text(STRING, (String) entry.getKey());
      raw(value);
    }
    put(END);
  }

  private void list(Collection<?> list) {
    put(ARRAY);
    list.forEach(this::write);
    put(END);
  }

  private void binary(byte[] data) {
    put(BINARY);
    for (int shift = 24; shift >= 0; shift -= 8) {
      put(data.length >>> shift);
    }
    raw(data);
  }

  private void id(int tag, UUID id) {
    put(tag);
    put8(id.getMostSignificantBits());
    put8(id.getLeastSignificantBits());
  }

  private void put8(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      put((int) (value >>> shift));
    }
  }

  private KeyWriter put(int b) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, length * 2);
    }
    bytes[length++] = (byte) b;
    return this;
  }

  /** Returns whether an index can look up a query operand of this type by its bytes. */
  static boolean isPoint(Object operand) {
    return operand == null || operand instanceof Document || bracket(operand) >= 0;
  }

  /**
   * Returns the tag of a scalar's type, to which a range over it is limited; -1 for other values.
   */
  static int bracket(Object operand) {
    return switch (operand) {
      case Number ignored -> NUMBER;
      case String ignored -> STRING;
      case ObjectId ignored -> OBJECT_ID;
      case Boolean ignored -> BOOLEAN;
      case Instant ignored -> INSTANT;
      case null, default -> -1;
    };
  }
}
