package dev.gatehouse.http.documents;

import dev.gatehouse.http.exchange.Compression;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Replies;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.Optional;

/**
 * The contract itself, Swagger UI over it and the owner's console, from the class path; no other
 * host is asked.
 */
public final class Docs {
  private final DocumentPages pages;

  public Docs(DocumentPages pages) {
    this.pages = pages;
  }

  /** Tells whether a path is that of a file which a page of the console loads, if of any. */
  public static boolean isFile(String path) {
    return path.startsWith(ConsoleFiles.FOLDERS);
  }

  /** Returns the page at a request's path, if there is one. */
  public Future<Optional<Page>> find(Exchange exchange) {
    String path = exchange.request.path();
    if (!DocumentPages.mayHave(path)) {
      return Future.succeededFuture(Optional.empty());
    }
    Map<String, Page> known = pages.known();
    return known == null
        ? exchange.offload(() -> Optional.ofNullable(pages.all().get(path)))
        : Future.succeededFuture(Optional.ofNullable(known.get(path)));
  }

  /** Answers a request with a page. */
  public void serve(Exchange exchange, Page page) {
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
    if (!page.compressible() || !Compression.accepted(exchange)) {
      send(exchange, page, page.bytes());
      return;
    }
    response.putHeader("Content-Encoding", "gzip");
    Buffer known = pages.knownZipped(page);
    if (known == null) {
      exchange.offload(() -> pages.zipped(page)).onSuccess(bytes -> send(exchange, page, bytes));
    } else {
      send(exchange, page, known);
    }
  }

  private static void send(Exchange exchange, Page page, Buffer bytes) {
    exchange
        .response()
        .putHeader("Content-Type", page.type())
        .putHeader("Content-Length", Integer.toString(bytes.length()));
    Replies.end(exchange, bytes);
  }
}
