package dev.gatehouse.http.documents;

import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.exchange.Compression;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All pages of a node by their paths, for all its event loops. They are read when one is first
 * asked for: a start does not wait for two megabytes that few will ever see.
 */
public final class DocumentPages {
  private static final String DOCUMENT = "/openapi.json";
  private static final String SWAGGER = "/swagger";

  /** Swagger UI styles its elements inline and draws its icons from data. */
  private static final String CONTENT_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Contract contract;
  private volatile Map<String, Page> pages;

  /** By the page's tag: it is compressed when a client that takes that first asks for it. */
  private final Map<String, Buffer> zipped = new ConcurrentHashMap<>();

  public DocumentPages(Contract contract) {
    this.contract = contract;
  }

  /** Tells whether there may be a page at a path; no operation is there. */
  static boolean mayHave(String path) {
    return path.equals(ConsoleFiles.ROOT)
        || path.equals(DOCUMENT)
        || isIn(SWAGGER, path)
        || isIn(ConsoleFiles.CONSOLE, path);
  }

  private static boolean isIn(String folder, String path) {
    return path.startsWith(folder)
        && (path.length() == folder.length() || path.charAt(folder.length()) == '/');
  }

  /** Returns the pages by their paths; null where they have not been read. */
  Map<String, Page> known() {
    return pages;
  }

  /** Returns the pages by their paths; blocks the first time. */
  synchronized Map<String, Page> all() {
    if (pages == null) {
      pages = read();
    }
    return pages;
  }

  /** Returns a page's compressed bytes; null where nobody has asked for them. */
  Buffer knownZipped(Page page) {
    return zipped.get(page.etag());
  }

  /** Returns a page's compressed bytes; takes long the first time. */
  Buffer zipped(Page page) {
    return zipped.computeIfAbsent(page.etag(), tag -> Compression.gzip(page.bytes()));
  }

  private Map<String, Page> read() {
    Map<String, Page> all = new HashMap<>(ConsoleFiles.pages());
    Buffer document = Buffer.buffer(contract.document().encodePrettily());
    all.put(DOCUMENT, Page.of(document, "application/json", ""));
    String webjar = ClassPath.webjar("org.webjars", "swagger-ui");
    all.put(SWAGGER, swagger("/swagger/index.html", Page.HTML));
    all.put(SWAGGER + "/", swagger("/swagger/index.html", Page.HTML));
    all.put(SWAGGER + "/start.js", swagger("/swagger/start.js", Page.SCRIPT));
    all.put(SWAGGER + "/swagger-ui.css", swagger(webjar + "swagger-ui.css", Page.STYLE));
    all.put(
        SWAGGER + "/swagger-ui-bundle.js", swagger(webjar + "swagger-ui-bundle.js", Page.SCRIPT));
    all.put(SWAGGER + "/favicon-32x32.png", swagger(webjar + "favicon-32x32.png", Page.PNG));
    return Map.copyOf(all);
  }

  private static Page swagger(String resource, String type) {
    return Page.of(ClassPath.read(resource), type, CONTENT_POLICY);
  }
}
