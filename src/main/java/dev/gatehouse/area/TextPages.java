package dev.gatehouse.area;

import module java.base;

import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.Rendition;

/**
 * Short texts that are generated on request. The reference contains the text itself, so any node
 * can serve it without calling the node that created it.
 *
 * @param name of the rendition
 */
public record TextPages(String name) implements Rendition {
  private static final int TAG_BYTES = 16;

  /** Returns a reference to a plain text, with an ETag. */
  public ClaimCheck claim(String text) {
    return claim(text, "text/plain; charset=utf-8", Sha256.hex(text, TAG_BYTES), "");
  }

  /**
   * Returns a reference to a text of another media type.
   *
   * @param type media type of the text
   * @param fileName file name for saving; empty to display the text
   */
  public ClaimCheck claim(String text, String type, String fileName) {
    return claim(text, type, "", fileName);
  }

  private ClaimCheck claim(String text, String type, String tag, String fileName) {
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    return new ClaimCheck(name, text, length, type, tag, null, fileName);
  }

  @Override
  public InputStream open(String text, long offset, long length) throws IOException {
    if (text.isEmpty()) {
      throw new NoSuchFileException(text);
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return new ByteArrayInputStream(bytes, (int) offset, (int) length);
  }
}
