package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.Column;

/**
 * A dictionary's values as CSV fields with their separator: a value that occurs a thousand times is
 * formatted once, and copied by two stores.
 *
 * @param fields two longs a value: fifteen bytes of text and, in the last byte, their number
 */
record CsvDictionary(long[] fields) {
  private static final int MAX_BYTES = 15;

  /** Null when a value is too long for this form, or there is no dictionary. */
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

  /** Needs room for 16 bytes, whatever the value's length. */
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
