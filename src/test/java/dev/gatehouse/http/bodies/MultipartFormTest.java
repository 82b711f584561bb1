package dev.gatehouse.http.bodies;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.contract.ValidationException;
import dev.gatehouse.http.bodies.MultipartForm.FormPart;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartFormTest {
  private static final String FILE =
      "--b\r\nContent-Disposition: form-data; name=\"file\";\r\n\tfilename=\"a b\";\r\n size=1\r\n\r\n";
  private static final String TEXT =
      "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nvalue\r\n";
  private static final String END = "\r\n--b--\r\n";

  /** Folded headers and bytes that resemble a boundary, in chunks that end at every position. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "\r", "\n", "\r\n", "\r\n\r\n",
        "a\r\n--", "\r\n--\r\n--", "x--b", "\n-\r--b", "x\r\r"
      })
  void keepsBytesOfFile(String bytes) {
    String form = TEXT + FILE + bytes + END;
    for (int at = 0; at <= form.length(); at++) {
      for (int next = at; next <= Math.min(at + 2, form.length()); next++) {
        var files = new Kept();
        MultipartForm parser = parser(files);
        parser.accept(latin(form.substring(0, at)));
        parser.accept(latin(form.substring(at, next)));
        parser.accept(latin(form.substring(next)));
        parser.end();
        assertEquals(bytes, files.bytes.toString(StandardCharsets.ISO_8859_1), "at " + at);
        assertEquals(Map.of("text", "value"), parser.fields());
        assertEquals(List.of("a b"), files.names, "at " + at);
        assertEquals(1, files.ends);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "33|1|1|more than 32 parts",
        "1|8200|1|the headers of a part have more than 8192 bytes",
        "1|1|65537|text has more than 65536 bytes",
      })
  void limitsPartsHeadersAndFields(int parts, int header, int value, String problem) {
    String part =
        TEXT.replace("\r\n\r\n", "\r\nX: " + "h".repeat(header) + "\r\n\r\n")
            .replace("value", "v".repeat(value));
    String message = rejection(part.repeat(parts) + "--b--");
    assertTrue(message.endsWith(problem), message);
  }

  /** Every cut and every changed byte is either a form or a rejection. */
  @Test
  void rejectsDamagedForms() {
    String form = TEXT + FILE + "RIFF" + END;
    var random = new Random(50);
    for (int i = 0; i < 5_000; i++) {
      char[] damaged = form.substring(0, random.nextInt(form.length())).toCharArray();
      for (int n = random.nextInt(4); n > 0 && damaged.length > 0; n--) {
        damaged[random.nextInt(damaged.length)] = (char) random.nextInt(256);
      }
      rejection(new String(damaged));
    }
    assertEquals("the body ends within the part file", rejection(TEXT + FILE + "RIFF"));
  }

  /** Returns the rejection's message; empty if the form is accepted. */
  private static String rejection(String form) {
    MultipartForm parser = parser(new Kept());
    try {
      parser.accept(latin(form));
      parser.end();
      return "";
    } catch (ValidationException e) {
      return e.getMessage();
    }
  }

  private static MultipartForm parser(Kept files) {
    return MultipartForm.of("multipart/form-data; boundary=b", files).orElseThrow();
  }

  private static Buffer latin(String text) {
    return Buffer.buffer(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static final class Kept implements MultipartForm.Files {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<String> names = new ArrayList<>();
    private int ends;

    @Override
    public boolean begin(FormPart part) {
      boolean file = part.name().equals("file");
      if (file) {
        names.add(part.fileName());
      }
      return file;
    }

    @Override
    public void write(ByteBuffer more) {
      byte[] copy = new byte[more.remaining()];
      more.get(copy);
      bytes.writeBytes(copy);
    }

    @Override
    public void end() {
      ends++;
    }
  }
}
