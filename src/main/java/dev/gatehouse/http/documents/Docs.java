package dev.gatehouse.http.documents;

import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.exchange.Compression;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The contract itself, Swagger UI over it and the owner's console, from the class path; no other
 * host is asked.
 */
public final class Docs {
  static final String DOCUMENT = "/openapi.json";
  static final String SWAGGER = "/swagger";

  /** Swagger UI styles its elements inline and draws its icons from data. */
  private static final String CONTENT_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Map<String, Page> pages = new HashMap<>(ConsoleFiles.pages());

  /** Of this event loop: a page is compressed when it is first asked for. */
  private final Map<Page, Buffer> zipped = new IdentityHashMap<>();

  public Docs(Contract contract) {
    Buffer document = Buffer.buffer(contract.document().encodePrettily());
    pages.put(DOCUMENT, Page.of(document, "application/json", ""));
    String webjar = ClassPath.webjar("org.webjars", "swagger-ui");
    addSwagger("", "/swagger/index.html", Page.HTML);
    addSwagger("/", "/swagger/index.html", Page.HTML);
    addSwagger("/start.js", "/swagger/start.js", Page.SCRIPT);
    addSwagger("/swagger-ui.css", webjar + "swagger-ui.css", Page.STYLE);
    addSwagger("/swagger-ui-bundle.js", webjar + "swagger-ui-bundle.js", Page.SCRIPT);
    addSwagger("/favicon-32x32.png", webjar + "favicon-32x32.png", "image/png");
  }

  public boolean has(String path) {
    return pages.containsKey(path);
  }

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    Page page = pages.get(exchange.request.path());
    HttpServerResponse response = exchange.response();
    response.putHeader("Cache-Control", page.caching()).putHeader("ETag", page.etag());
    response.headers().add("Vary", "Accept-Encoding");
    // Before a 304, too: a browser takes its headers for those of what it has.
    if (!page.policy().isEmpty()) {
      response.putHeader("Content-Security-Policy", page.policy());
    }
    if (!Replies.wanted(exchange)) {
      return;
    }
    Buffer bytes = page.bytes();
    if (!page.type().equals("image/png") && Compression.accepted(exchange)) {
      bytes = zipped.computeIfAbsent(page, known -> Compression.gzip(known.bytes()));
      response.putHeader("Content-Encoding", "gzip");
    }
    response
        .putHeader("Content-Type", page.type())
        .putHeader("Content-Length", Integer.toString(bytes.length()));
    Replies.end(exchange, bytes);
  }

  private void addSwagger(String path, String resource, String type) {
    pages.put(SWAGGER + path, Page.of(ClassPath.read(resource), type, CONTENT_POLICY));
  }
}
