package dev.gatehouse.site.search;

import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.Rendition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Short plain texts. The reference to one is the text itself, so that any node serves it without
 * asking where it came from.
 */
public final class TextPages implements Rendition {
  private static final String TYPE = "text/plain; charset=utf-8";
  private static final int TAG_BYTES = 16;

  /** A reference to a text. */
  ClaimCheck claim(String text) {
    return new ClaimCheck(
        name(),
        text,
        new ClaimCheck.Content(text.getBytes(StandardCharsets.UTF_8).length, TYPE),
        new ClaimCheck.Version(Sha256.hex(text, TAG_BYTES), null),
        "");
  }

  @Override
  public String name() {
    return "text";
  }

  @Override
  public Optional<Path> file(String text) {
    return Optional.empty();
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
