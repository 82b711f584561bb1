package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Column;

/**
 * A dictionary's values as CSV fields with their separator. Each distinct value is formatted once
 * and copied by two stores.
 *
 * @param fields two longs per value: fifteen bytes of text, then their count in the last byte
 */
record CsvDictionary(long[] fields) {
  private static final int MAX_BYTES = 15;

  /**
   * Returns the dictionary's fields, or null if there is no dictionary or a value is too long for
   * this form.
   */
  static CsvDictionary of(Column column, Dictionary dictionary, byte separator) {
    if (dictionary == null) {
      return null;
    }
    long[] fields = new long[2 * dictionary.size()];
    byte[] field = new byte[2 * Layout.MAX_TEXT_BYTES + 8];
    for (int i = 0; i < dictionary.size(); i++) {
      int length = format(column, dictionary, i, field);
      field[length++] = separator;
      if (length > MAX_BYTES) {
        return null;
      }
      field[MAX_BYTES] = (byte) length;
      fields[2 * i] = (long) PlainValues.LONG.get(field, 0);
      fields[2 * i + 1] = (long) PlainValues.LONG.get(field, 8);
    }
    return new CsvDictionary(fields);
  }

  /** Writes one value. {@code to} needs 16 free bytes, regardless of the value's length. */
  int write(int id, byte[] to, int at) {
    long high = fields[2 * id + 1];
    PlainValues.LONG.set(to, at, fields[2 * id]);
    PlainValues.LONG.set(to, at + 8, high);
    return at + (int) (high >>> 56);
  }

  private static int format(Column column, Dictionary dictionary, int i, byte[] field) {
    return switch (column.kind()) {
      case NUMBER -> NumberText.write(field, 0, dictionary.numbers()[i]);
      case TEXT -> {
        byte[] text = CsvText.field(dictionary.texts()[i]);
        System.arraycopy(text, 0, field, 0, text.length);
        yield text.length;
      }
      default -> NumberText.write(field, 0, dictionary.longs()[i]);
    };
  }
}
