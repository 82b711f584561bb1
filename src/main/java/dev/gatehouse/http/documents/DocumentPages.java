package dev.gatehouse.http.documents;

import module java.base;

import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.documents.Manual.ClassPath;
import dev.gatehouse.http.exchange.Compression;
import dev.gatehouse.pages.LegalPage;
import dev.gatehouse.pages.PageFile;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.pages.Pages.HomePage;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * All pages of a node by path, shared by its event loops. They are read on the first request, so
 * that a start does not wait for files that few clients load.
 */
public final class DocumentPages {
  private static final String DOCUMENT = "/openapi.json";
  private static final String SWAGGER = "/swagger";
  private static final String ROOT = "/";

  /** Content-Security-Policy of the reference, whose requests are sent by its script only. */
  private static final String CONTENT_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private final Contract contract;
  private final List<ConsolePage> extensions;
  private final Pages designPages;
  private final HomePage home;
  private final Manual manual;
  private final String publicUrl;
  private final Owner owner;
  private volatile Known known;

  /** Pages of one version of the design. */
  private record Known(int version, Map<String, Page> pages) {}

  /**
   * Compressed bytes by entity tag. A page is compressed on the first request that accepts gzip.
   */
  private final Map<String, Buffer> zipped = new ConcurrentHashMap<>();

  /**
   * @param extensions pages that extensions add to the console
   * @param designPages of the public pages
   * @param home content of the home page
   * @param publicUrl base address of the service; may be empty
   * @param owner the owner's choices
   */
  public DocumentPages(
      Contract contract,
      List<ConsolePage> extensions,
      Pages designPages,
      HomePage home,
      String publicUrl,
      Owner owner) {
    this.owner = owner;
    this.publicUrl = publicUrl;
    this.contract = contract;
    this.designPages = designPages;
    this.home = home;
    this.extensions = List.copyOf(extensions);
    Set<String> records =
        contract.document().getJsonObject("components").getJsonObject("schemas").fieldNames();
    this.manual = new Manual(designPages, owner.areasOff(), records);
  }

  /**
   * Choices of the owner.
   *
   * @param areasOff areas that pages do not show
   */
  public record Owner(ZoneId zone, Set<String> areasOff) {}

  /** Returns the documentation. */
  Manual manual() {
    return manual;
  }

  /** Returns whether a page may exist at a path. No operation uses such a path. */
  static boolean mayHave(String path) {
    return path.equals(ROOT)
        || path.startsWith(PageFile.FOLDER)
        || path.startsWith(LegalPage.FOLDER)
        || path.equals(DOCUMENT)
        || isIn(SWAGGER, path)
        || isIn(ConsoleFiles.CONSOLE, path);
  }

  private static boolean isIn(String folder, String path) {
    return path.startsWith(folder)
        && (path.length() == folder.length() || path.charAt(folder.length()) == '/');
  }

  /** Returns the design of the public pages. */
  public Pages design() {
    return designPages;
  }

  /** Returns the pages by path; null if they must be read. */
  Map<String, Page> known() {
    Known last = known;
    return last == null || last.version() != designPages.version() ? null : last.pages();
  }

  /** Returns the pages by path. Blocks on the first call, and after a reload of the design. */
  synchronized Map<String, Page> all() {
    Map<String, Page> current = known();
    if (current == null) {
      int version = designPages.version();
      current = read();
      known = new Known(version, current);
    }
    return current;
  }

  /** Returns a page's compressed bytes; null if no client has requested them yet. */
  Buffer knownZipped(Page page) {
    return zipped.get(page.etag());
  }

  /** Returns a page's compressed bytes. The first call for a page is slow. */
  Buffer zipped(Page page) {
    return zipped.computeIfAbsent(page.etag(), tag -> Page.shared(Compression.gzip(page.bytes())));
  }

  private Map<String, Page> read() {
    Map<String, Page> all = new HashMap<>(ConsoleFiles.pages(extensions, owner));
    // Pages that clients received before a reload name the files of the previous design.
    if (known != null) {
      known
          .pages()
          .forEach((path, page) -> {
            if (path.startsWith(PageFile.FOLDER)) {
              all.put(path, page);
            }
          });
    }
    Buffer root = Buffer.buffer(designPages.html("home", home));
    all.put(ROOT, Page.fresh(root, Page.HTML, Pages.POLICY));
    for (LegalPage legal : designPages.legal()) {
      Buffer page = Buffer.buffer(designPages.html("legal", legal));
      all.put(legal.path(), Page.fresh(page, Page.HTML, Pages.POLICY));
    }
    for (PageFile file : designPages.files()) {
      all.put(file.path(), Page.forGood(Buffer.buffer(file.bytes()), file.type()));
    }
    JsonObject described = contract.document().copy();
    if (!publicUrl.isEmpty()) {
      described.put("servers", new JsonArray().add(new JsonObject().put("url", publicUrl)));
    }
    Buffer document = Buffer.buffer(described.encodePrettily());
    all.put(DOCUMENT, Page.of(document, "application/json", ""));
    all.put(SWAGGER, swagger("/swagger/index.html", Page.HTML));
    all.put(SWAGGER + "/", swagger("/swagger/index.html", Page.HTML));
    all.put(SWAGGER + "/reference.js", swagger("/swagger/reference.js", Page.SCRIPT));
    all.put(SWAGGER + "/reference.css", swagger("/swagger/reference.css", Page.STYLE));
    all.put(SWAGGER + "/icon.svg", swagger("/console/icon.svg", "image/svg+xml"));
    return Map.copyOf(all);
  }

  private static Page swagger(String resource, String type) {
    return Page.of(ClassPath.read(resource), type, CONTENT_POLICY);
  }
}
