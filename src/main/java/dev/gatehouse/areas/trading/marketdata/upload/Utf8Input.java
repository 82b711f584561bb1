package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.formats.PieceInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Converts a text file to UTF-8 from the encoding that its byte order mark names. Without a byte
 * order mark, the file is read as UTF-8.
 */
final class Utf8Input extends PieceInput {
  private final Reader reader;
  // One more than is read at once, because the first half of a split surrogate pair waits for its
  // second half.
  private final char[] characters = new char[8 << 10];
  private int kept;

  private Utf8Input(InputStream in, Charset charset) {
    reader =
        new InputStreamReader(in, charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT));
  }

  static InputStream of(InputStream in) throws IOException {
    PushbackInputStream marked = new PushbackInputStream(in, 2);
    byte[] mark = marked.readNBytes(2);
    if (mark.length == 2 && mark[0] == (byte) 0xFE && mark[1] == (byte) 0xFF) {
      return new Utf8Input(marked, StandardCharsets.UTF_16BE);
    }
    if (mark.length == 2 && mark[0] == (byte) 0xFF && mark[1] == (byte) 0xFE) {
      return new Utf8Input(marked, StandardCharsets.UTF_16LE);
    }
    marked.unread(mark);
    return marked;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  @Override
  protected ByteBuffer next() throws IOException {
    byte[] bytes = new byte[0];
    int count = more();
    while (bytes.length == 0 && count >= 0) {
      int size = kept + count;
      kept = size > 0 && Character.isHighSurrogate(characters[size - 1]) ? 1 : 0;
      bytes = new String(characters, 0, size - kept).getBytes(StandardCharsets.UTF_8);
      characters[0] = characters[size - 1];
      if (bytes.length == 0) {
        count = more();
      }
    }
    return ByteBuffer.wrap(bytes);
  }

  private int more() throws IOException {
    try {
      return reader.read(characters, kept, characters.length - kept);
    } catch (CharacterCodingException e) {
      throw new BadMarketData("the file begins as UTF-16 but is not valid UTF-16", e);
    }
  }
}
