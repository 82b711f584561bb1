package dev.gatehouse.http.documents;

import module java.base;

import dev.gatehouse.http.exchange.Compression;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.Outflow;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.pages.PageFile;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;

/**
 * Server of the contract, its reference, the documentation and the owner's console. All files come
 * from the class path, and no other host is contacted.
 */
public record Docs(DocumentPages pages) {
  private static final int MAX_QUERY = 100;

  /**
   * Returns whether a path is within a folder of the console's or the pages' files. The file may
   * not exist.
   */
  public static boolean isFile(String path) {
    return path.startsWith(ConsoleFiles.FOLDERS) || path.startsWith(PageFile.FOLDER);
  }

  /** Returns the page at a request's path, if there is one. */
  public Future<Optional<Page>> find(Exchange exchange) {
    String path = exchange.request.path();
    if (Manual.isSearch(path)) {
      String query = query(exchange);
      return exchange.offload(() -> Optional.of(pages.manual().search(query)));
    }
    if (Manual.mayHave(path)) {
      return manual(exchange, path);
    }
    if (!DocumentPages.mayHave(path)) {
      return Future.succeededFuture(Optional.empty());
    }
    Map<String, Page> known = pages.known();
    if (known == null) {
      return exchange.offload(() -> Optional.ofNullable(pages.all().get(path)));
    }
    return Future.succeededFuture(Optional.ofNullable(known.get(path)));
  }

  private static String query(Exchange exchange) {
    String query = exchange.request.params().get("q");
    return query == null ? "" : query.substring(0, Math.min(MAX_QUERY, query.length()));
  }

  private Future<Optional<Page>> manual(Exchange exchange, String path) {
    Page known = pages.manual().known(path);
    if (known == null) {
      return exchange.offload(() -> pages.manual().find(path));
    }
    return Future.succeededFuture(Optional.of(known));
  }

  /** Sends a page as the response to a request. */
  public void serve(Exchange exchange, Page page) {
    HttpServerResponse response = exchange.response();
    response.putHeader("Cache-Control", page.caching()).putHeader("ETag", page.etag());
    response.headers().add("Vary", "Accept-Encoding");
    // Set before a possible 304 too, because a browser updates its cached headers from a 304.
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
    if (exchange.request.method().equals(HttpMethod.HEAD)) {
      Replies.end(exchange, bytes);
    } else {
      Outflow.sendShared(exchange, bytes);
    }
  }
}
