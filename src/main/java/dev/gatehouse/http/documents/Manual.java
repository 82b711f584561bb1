package dev.gatehouse.http.documents;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.pages.ManualPage;
import dev.gatehouse.pages.Pages;
import io.vertx.core.buffer.Buffer;

/**
 * The documentation, in the design of the public pages. Each page is made on its first request,
 * because few clients read more than some of them.
 */
final class Manual {
  private static final String FILES = "/" + ManualPage.FOLDER + "/";
  private static final String RECORDS = ManualPage.ROOT + "/reference/api/records#";
  private static final int HASH = 16;

  /** Pages about one area only, by the area. */
  static final Map<String, Set<String>> OF_AREAS =
      Map.of(
          "calendar", pages("guides/calendar providers/google-calendar reference/api/calendar"),
          "codehost", pages("codehost guides/code-host providers/github reference/api/codehost"),
          "commerce",
              pages(
                  "guides/products guides/reviews guides/books providers/amazon providers/ebay providers/printful"
                      + " reference/api/products reference/api/reviews reference/api/listings"
                      + " reference/api/marketplace reference/api/printshop"),
          "games",
              pages(
                  "guides/block-game formats/block-game providers/game-server reference/api/games"),
          "media",
              pages(
                  "guides/audio guides/resume-and-dna formats/audio formats/dna reference/api/media"),
          "payments", pages("guides/payments providers/paypal reference/api/payments"),
          "storefront",
              pages(
                  "guides/shop guides/sell-a-book orders providers/shopify reference/api/storefront"),
          "trading",
              pages(
                  "guides/bot guides/market-data formats/market-data providers/alpaca"
                      + " reference/api/market reference/api/trading"));

  private final Pages designPages;
  private final Set<String> hidden;
  private final Set<String> records;
  private final Buffer style = ClassPath.read("/pages/manual.css");
  private final String stylePath =
      ManualPage.ROOT + "/" + Sha256.hex(style.getBytes()).substring(0, HASH) + ".css";
  private final Map<String, Versioned> pages = new ConcurrentHashMap<>();
  private final ManualSearch search = new ManualSearch();
  private volatile ManualPage.Index index;

  /** A page in one version of the design. */
  private record Versioned(int version, Page page) {}

  /**
   * @param areasOff areas whose pages the search does not find
   * @param records names of the API's records, of which the search finds no other ones
   */
  Manual(Pages designPages, Set<String> areasOff, Set<String> records) {
    this.records =
        records.stream()
            .map(name -> RECORDS + name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    this.designPages = designPages;
    hidden =
        areasOff.stream()
            .flatMap(area -> OF_AREAS.get(area).stream())
            .map(page -> ManualPage.ROOT + '/' + page)
            .collect(Collectors.toSet());
    areasOff.forEach(area -> hidden.add(ManualPage.ROOT + "/reference/api#" + area));
  }

  private boolean isFound(String target) {
    return target.startsWith(RECORDS)
        ? records.contains(target)
        : !hidden.contains(target.split("#", 2)[0]) && !hidden.contains(target);
  }

  private static Set<String> pages(String names) {
    return Set.of(names.split(" "));
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
    var results =
        new ManualPage.Search(stylePath, query, search.find(index(), this::isFound, query));
    return Page.once(Buffer.buffer(designPages.html("manualsearch", results)), Pages.POLICY);
  }

  /** Reads the HTML of a page. */
  static String body(ManualPage.Entry page) {
    return ClassPath.read(FILES + page.file()).toString();
  }

  /** Returns a page that was requested before; null if it was not. */
  Page known(String path) {
    Versioned known = pages.get(path);
    return known == null || known.version() != designPages.version() ? null : known.page();
  }

  /** Returns the page at a path. Blocks. */
  Optional<Page> find(String path) {
    String address =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (address.equals(stylePath)) {
      return Optional.of(made(address, () -> Page.forGood(style, Page.STYLE)));
    }
    if (!index().pages().containsKey(address)) {
      return Optional.empty();
    }
    return Optional.of(made(address, () -> page(address)));
  }

  private Page made(String address, Supplier<Page> source) {
    int version = designPages.version();
    return pages
        .compute(
            address,
            (path, known) ->
                known == null || known.version() != version
                    ? new Versioned(version, source.get())
                    : known)
        .page();
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
    String html = designPages.html("manual", new ManualPage(stylePath, address, body, index()));
    return Page.of(Buffer.buffer(html), Page.HTML, Pages.POLICY);
  }
}
