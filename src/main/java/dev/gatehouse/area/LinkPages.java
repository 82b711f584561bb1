package dev.gatehouse.area;

import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.store.blobs.Rendition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Pages behind a {@link SignedLinks signed link}. Their content is constant, so no page contains
 * user input. Opening a link only shows a question, because mail programs open links automatically.
 * The button posts to the same address, without a script.
 */
public final class LinkPages implements Rendition {
  private final String name;
  private final Map<String, byte[]> pages;

  /**
   * A page.
   *
   * @param name unique name among the pages of this rendition
   * @param title title and headline
   * @param body HTML
   */
  public record Page(String name, String title, String body) {
    /** Creates a page with a question and a button that triggers the link's action. */
    public static Page question(String name, String title, String button) {
      return new Page(name, title, "<form method=\"post\"><button>" + button + "</button></form>");
    }

    /** Creates a page that reports what was done. */
    public static Page notice(String name, String title, String text) {
      return new Page(name, title, "<p>" + text + "</p>");
    }

    private byte[] html() {
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
  }

  /**
   * @param name of the rendition
   */
  public LinkPages(String name, List<Page> pages) {
    this.name = name;
    this.pages = pages.stream().collect(Collectors.toMap(Page::name, Page::html));
  }

  /** Returns a claim check for a page. */
  public ClaimCheck page(String page) {
    return new ClaimCheck(
        name,
        page,
        new ClaimCheck.Content(pages.get(page).length, "text/html"),
        ClaimCheck.Version.NONE,
        "");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<Path> file(String page, long offset, long length) {
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
