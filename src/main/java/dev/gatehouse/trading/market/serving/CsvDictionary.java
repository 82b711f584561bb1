package dev.gatehouse.trading.market.serving;

import dev.gatehouse.trading.market.Column;

/**
 * A dictionary's values as CSV fields with their comma, each in two longs: a value that occurs a
 * thousand times is formatted once, and copied by two stores.
 */
record CsvDictionary(long[] low, long[] high, byte[] lengths) {
  private static final int MAX_BYTES = 16;

  /** Null when a value is too long for this form, or there is no dictionary. */
  static CsvDictionary of(Column column, Dictionary dictionary, byte separator) {
    if (dictionary == null) {
      return null;
    }
    int n = dictionary.size();
    CsvDictionary fields = new CsvDictionary(new long[n], new long[n], new byte[n]);
    byte[] field = new byte[2 * Layout.MAX_TEXT_BYTES + 8];
    for (int i = 0; i < n; i++) {
      int length =
          switch (column.kind()) {
            case NUMBER -> NumberText.write(field, 0, dictionary.numbers()[i]);
            case TEXT -> {
              byte[] text = CsvText.field(dictionary.texts()[i]);
              System.arraycopy(text, 0, field, 0, text.length);
              yield text.length;
            }
            default -> NumberText.write(field, 0, dictionary.longs()[i]);
          };
      field[length++] = separator;
      if (length > MAX_BYTES) {
        return null;
      }
      fields.low[i] = (long) PlainValues.LONG.get(field, 0);
      fields.high[i] = (long) PlainValues.LONG.get(field, 8);
      fields.lengths[i] = (byte) length;
    }
    return fields;
  }

  /** Needs room for 16 bytes, whatever the value's length. */
  int write(int id, byte[] to, int at) {
    PlainValues.LONG.set(to, at, low[id]);
    int length = lengths[id];
    if (length > 8) {
      PlainValues.LONG.set(to, at + 8, high[id]);
    }
    return at + length;
  }
}
