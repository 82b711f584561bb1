package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reader of CSV records (RFC 4180; LF, CRLF or CR), one in memory at a time. Skips a byte order
 * mark.
 */
final class CsvRecords implements Closeable {
  private static final int MAX_RECORD_BYTES = 64 << 10;
  private static final int MAX_FIELDS = 1_000;

  private final InputStream in;
  private final byte[] input = new byte[64 << 10];
  private int at;
  private int filled;
  private byte[] bytes = new byte[1024];
  private int length;
  private int[] ends = new int[32];
  private int fields;
  private long record;
  private byte separator = ',';

  CsvRecords(InputStream in) throws IOException {
    this.in = in;
    peek();
    boolean marked =
        filled >= 3
            && input[0] == (byte) 0xEF
            && input[1] == (byte) 0xBB
            && input[2] == (byte) 0xBF;
    at = marked ? 3 : 0;
  }

  /**
   * Reads the field names, or returns null if there are none. Detects whether commas, semicolons or
   * tabs separate the fields.
   */
  List<String> header() throws IOException {
    int lineEnd = at;
    int[] found = new int[3];
    while (lineEnd < filled && input[lineEnd] != '\n' && input[lineEnd] != '\r') {
      int kind = ",;\t".indexOf(input[lineEnd++]);
      if (kind >= 0) {
        found[kind]++;
      }
    }
    if (found[0] == 0) {
      if (found[1] > 0) {
        separator = ';';
      } else if (found[2] > 0) {
        separator = '\t';
      }
    }
    if (!next()) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      names.add(text(i));
    }
    record = 0;
    return names;
  }

  /** Moves to the next record that is not blank. Returns false at the end. */
  boolean next() throws IOException {
    do {
      if (!peek()) {
        return false;
      }
      record++;
      length = 0;
      fields = 0;
      boolean more = true;
      while (more) {
        more = field();
      }
    } while (fields == 1 && length == 0);
    return true;
  }

  int fields() {
    return fields;
  }

  /** Returns the separator detected in the header. */
  byte separator() {
    return separator;
  }

  /** Returns the number of the current data record, counted from 1. */
  long record() {
    return record;
  }

  byte[] bytes() {
    return bytes;
  }

  int start(int field) {
    return field == 0 ? 0 : ends[field - 1];
  }

  int end(int field) {
    return ends[field];
  }

  /** Returns a field without the spaces around it. Other white space is part of the text. */
  String text(int field) {
    int from = start(field);
    int to = end(field);
    while (from < to && bytes[from] == ' ') {
      from++;
    }
    while (to > from && bytes[to - 1] == ' ') {
      to--;
    }
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Reads one field. Returns true if another field follows in this record. */
  private boolean field() throws IOException {
    boolean more;
    if (peek() && input[at] == '"') {
      at++;
      quoted();
      more = endOfField();
    } else {
      more = unquoted();
    }
    if (fields == ends.length) {
      if (fields == MAX_FIELDS) {
        throw bad("more than " + MAX_FIELDS + " fields");
      }
      ends = Arrays.copyOf(ends, Math.min(2 * fields, MAX_FIELDS));
    }
    ends[fields++] = length;
    return more;
  }

  private boolean unquoted() throws IOException {
    while (peek()) {
      byte b = input[at++];
      if (b == separator) {
        return true;
      }
      if (b == '\n' || b == '\r') {
        lineEnd(b);
        return false;
      }
      keep(b);
    }
    return false;
  }

  private void quoted() throws IOException {
    while (peek()) {
      byte b = input[at++];
      if (b == '"') {
        if (!peek() || input[at] != '"') {
          return;
        }
        at++;
      }
      keep(b);
    }
    throw bad("a quote is not closed");
  }

  private boolean endOfField() throws IOException {
    if (!peek()) {
      return false;
    }
    byte b = input[at++];
    if (b == '\n' || b == '\r') {
      lineEnd(b);
    } else if (b != separator) {
      throw bad("text after a closing quote");
    }
    return b == separator;
  }

  private void lineEnd(byte b) throws IOException {
    if (b == '\r' && peek() && input[at] == '\n') {
      at++;
    }
  }

  private void keep(byte b) {
    if (length == bytes.length) {
      if (length == MAX_RECORD_BYTES) {
        throw bad("more than " + MAX_RECORD_BYTES + " bytes");
      }
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    bytes[length++] = b;
  }

  private boolean peek() throws IOException {
    if (at == filled) {
      at = 0;
      filled = Math.max(0, in.readNBytes(input, 0, input.length));
    }
    return at < filled;
  }

  private BadMarketData bad(String what) {
    return new BadMarketData("row " + record + ": " + what);
  }
}
