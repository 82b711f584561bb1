package dev.gatehouse.calendar;

import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.store.Rendition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The two pages that a guest sees who cancels. Opening the link only asks, since mail programs open
 * links by themselves; the button posts to the same address, without a script.
 */
public final class CancelPages implements Rendition {
  private static final String QUESTION = "question";
  private static final String DONE = "done";

  private final Map<String, byte[]> pages =
      Map.of(
          QUESTION,
          page(
              "Cancel this meeting?",
              "<form method=\"post\"><button>Cancel the meeting</button></form>"),
          DONE,
          page("The meeting is cancelled", "<p>The time is free again.</p>"));

  private static byte[] page(String title, String body) {
    return """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex">
    <title>%1$s</title>
    <h1>%1$s</h1>
    %2$s
    </html>
    """
        .formatted(title, body)
        .getBytes(StandardCharsets.UTF_8);
  }

  ClaimCheck question() {
    return claim(QUESTION);
  }

  ClaimCheck done() {
    return claim(DONE);
  }

  private ClaimCheck claim(String page) {
    return new ClaimCheck(
        name(),
        page,
        new ClaimCheck.Content(pages.get(page).length, "text/html"),
        ClaimCheck.Version.NONE,
        "");
  }

  @Override
  public String name() {
    return "cancel-page";
  }

  @Override
  public Optional<Path> file(String page) {
    return Optional.empty();
  }

  @Override
  public InputStream open(String page, long offset, long length) throws IOException {
    byte[] bytes = pages.get(page);
    if (bytes == null) {
      throw new NoSuchFileException(page);
    }
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return new ByteArrayInputStream(bytes, (int) offset, (int) length);
  }
}
