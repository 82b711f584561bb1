package dev.gatehouse.http.documents;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.pages.ManualPage;
import dev.gatehouse.pages.Pages;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The documentation, in the design of the public pages. Each page is made on its first request,
 * because few clients read more than some of them.
 */
final class Manual {
  private static final String FILES = "/" + ManualPage.FOLDER + "/";
  private static final int HASH = 16;

  private final Pages design;
  private final Buffer style = ClassPath.read("/pages/manual.css");
  private final String stylePath =
      ManualPage.ROOT + "/" + Sha256.hex(style.getBytes()).substring(0, HASH) + ".css";
  private final Map<String, Page> pages = new ConcurrentHashMap<>();
  private final ManualSearch search = new ManualSearch();
  private volatile ManualPage.Index index;

  Manual(Pages design) {
    this.design = design;
  }

  /** Returns whether a page may exist at a path. */
  static boolean mayHave(String path) {
    return path.equals(ManualPage.ROOT) || path.startsWith(ManualPage.ROOT + "/");
  }

  /** Returns whether a path is the search's. */
  static boolean isSearch(String path) {
    return path.equals(ManualPage.ROOT + "/search");
  }

  /** Returns the results of a search. Blocks. */
  Page search(String query) {
    var results = new ManualPage.Search(stylePath, query, search.find(index(), query));
    return Page.once(Buffer.buffer(design.html("manualsearch", results)), Pages.POLICY);
  }

  /** Reads the HTML of a page. */
  static String body(ManualPage.Entry page) {
    return ClassPath.read(FILES + page.file()).toString();
  }

  /** Returns a page that was requested before; null if it was not. */
  Page known(String path) {
    return pages.get(path);
  }

  /** Returns the page at a path. Blocks. */
  Optional<Page> find(String path) {
    String address =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (address.equals(stylePath)) {
      return Optional.of(pages.computeIfAbsent(address, first -> Page.forGood(style, Page.STYLE)));
    }
    if (!index().pages().containsKey(address)) {
      return Optional.empty();
    }
    return Optional.of(pages.computeIfAbsent(address, this::page));
  }

  private ManualPage.Index index() {
    if (index == null) {
      try {
        index =
            new ObjectMapper()
                .readValue(
                    ClassPath.read(FILES + ManualPage.INDEX).getBytes(), ManualPage.Index.class);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return index;
  }

  private Page page(String address) {
    String body = body(index().pages().get(address));
    String html = design.html("manual", new ManualPage(stylePath, address, body, index()));
    return Page.of(Buffer.buffer(html), Page.HTML, Pages.POLICY);
  }
}
