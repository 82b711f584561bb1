package dev.gatehouse.http.documents;

import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.exchange.Compression;
import dev.gatehouse.http.exchange.Digests;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Properties;

/** The contract itself and Swagger UI over it, from the class path; no other host is asked. */
public final class Docs {
  static final String DOCUMENT = "/openapi.json";
  static final String SWAGGER = "/swagger";

  private static final String WEBJAR = "/META-INF/resources/webjars/swagger-ui/";
  private static final String WEBJAR_PROPERTIES =
      "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

  /** Swagger UI styles its elements inline and draws its icons from data. */
  private static final String CONTENT_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Map<String, Page> pages = new HashMap<>();

  /** Of this event loop: a page is compressed when it is first asked for. */
  private final Map<Page, Buffer> zipped = new IdentityHashMap<>();

  private record Page(Buffer bytes, String type, String etag) {}

  public Docs(Contract contract) {
    add(DOCUMENT, Buffer.buffer(contract.document().encodePrettily()), "application/json");
    String webjar = WEBJAR + version() + "/";
    add(SWAGGER, read("/swagger/index.html"), "text/html; charset=utf-8");
    add(SWAGGER + "/", read("/swagger/index.html"), "text/html; charset=utf-8");
    add(SWAGGER + "/start.js", read("/swagger/start.js"), "text/javascript; charset=utf-8");
    add(SWAGGER + "/swagger-ui.css", read(webjar + "swagger-ui.css"), "text/css; charset=utf-8");
    add(
        SWAGGER + "/swagger-ui-bundle.js",
        read(webjar + "swagger-ui-bundle.js"),
        "text/javascript; charset=utf-8");
    add(SWAGGER + "/favicon-32x32.png", read(webjar + "favicon-32x32.png"), "image/png");
  }

  public boolean has(String path) {
    return pages.containsKey(path);
  }

  public void handle(RoutingContext context) {
    Exchange exchange = Exchange.of(context);
    Page page = pages.get(exchange.request.path());
    HttpServerResponse response = exchange.response();
    response.putHeader("Cache-Control", "public, max-age=300").putHeader("ETag", page.etag());
    response.headers().add("Vary", "Accept-Encoding");
    if (!Replies.wanted(exchange)) {
      return;
    }
    if (exchange.request.path().startsWith(SWAGGER)) {
      response.putHeader("Content-Security-Policy", CONTENT_POLICY);
    }
    Buffer bytes = page.bytes();
    if (!page.type().startsWith("image/") && Compression.accepted(exchange)) {
      bytes = zipped.computeIfAbsent(page, known -> Compression.gzip(known.bytes()));
      response.putHeader("Content-Encoding", "gzip");
    }
    response
        .putHeader("Content-Type", page.type())
        .putHeader("Content-Length", Integer.toString(bytes.length()));
    Replies.end(exchange, bytes);
  }

  private void add(String path, Buffer bytes, String type) {
    pages.put(path, new Page(bytes, type, "W/\"" + Digests.sha256(bytes.getBytes()) + "\""));
  }

  private static String version() {
    var properties = new Properties();
    try (InputStream in = Docs.class.getResourceAsStream(WEBJAR_PROPERTIES)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  private static Buffer read(String resource) {
    try (InputStream in = Docs.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the class path has no " + resource);
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
