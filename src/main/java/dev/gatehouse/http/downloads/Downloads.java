package dev.gatehouse.http.downloads;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.http.exchange.ByteRange;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.exchange.HeaderNames;
import dev.gatehouse.http.exchange.Preconditions;
import dev.gatehouse.http.exchange.Preconditions.Validators;
import dev.gatehouse.http.exchange.Replies;
import dev.gatehouse.http.ledger.Resource;
import dev.gatehouse.store.blobs.Rendition;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/**
 * Serves claim checks: evaluates conditions and ranges, and sends the bytes by sendFile or through
 * a rendition.
 */
public record Downloads(Map<String, Rendition> renditions, Streams streams) {
  private static final List<String> HEADERS =
      List.of(
          "ETag",
          "Last-Modified",
          "Repr-Digest",
          "Content-Disposition",
          "Content-Encoding",
          "Content-Type",
          "Content-Length",
          "Content-Range",
          "Accept-Ranges");

  /** Conditional headers that would fail at another server, whose validators differ. */
  private static final List<String> ASKED_HERE =
      List.of("If-Match", "If-Unmodified-Since", "If-Range");

  /** A browser that opens a media file loads it once more, into a player. */
  private static final String PLAYER_POLICY =
      "default-src 'none'; media-src 'self'; frame-ancestors 'none'";

  /**
   * Sends a claim check's bytes, a redirect or a 304.
   *
   * @param gone run when the blob no longer exists; no bytes have been sent then
   */
  public void send(Exchange exchange, ClaimCheck claim, Runnable gone) {
    HttpServerResponse response = exchange.response();
    if (!claim.etag().isEmpty()) {
      response.putHeader("ETag", '"' + claim.etag() + '"');
    }
    if (claim.lastModified() != null) {
      response.putHeader("Last-Modified", HttpDate.text(claim.lastModified()));
    }
    if (!claim.fileName().isEmpty()) {
      response.putHeader("Content-Disposition", disposition(claim));
    }
    if (!Replies.wanted(exchange)) {
      return;
    }
    Optional<URI> elsewhere = elsewhere(exchange, claim);
    if (elsewhere.isPresent()) {
      redirect(response, elsewhere.get());
      Replies.end(exchange, Buffer.buffer());
      return;
    }
    // Ranges apply to GET only (RFC 9110, section 14.2).
    boolean ranges = exchange.request.method().equals(HttpMethod.GET);
    response.putHeader("Content-Type", claim.contentType());
    if (claim.contentType().startsWith("audio/") || claim.contentType().startsWith("video/")) {
      response.putHeader("Content-Security-Policy", PLAYER_POLICY);
    }
    if (claim.length() < 0) {
      body(exchange, claim, 0, -1, gone);
      return;
    }
    if (Preconditions.reads(exchange.request)) {
      response.putHeader("Accept-Ranges", "bytes");
    }
    ByteRange range = ranges ? range(exchange, claim) : null;
    if (range == null) {
      body(exchange, claim, 0, claim.length(), gone);
    } else if (range.unsatisfiable()) {
      Replies.fail(
          exchange,
          ApiError.of(ErrorCode.RANGE_NOT_SATISFIABLE, "the file has " + claim.length() + " bytes")
              .with(Map.of("Content-Range", "bytes */" + claim.length())));
    } else {
      long last = range.offset() + range.length() - 1;
      response
          .setStatusCode(206)
          .putHeader(
              "Content-Range", "bytes " + range.offset() + "-" + last + "/" + claim.length());
      body(exchange, claim, range.offset(), range.length(), gone);
    }
  }

  /**
   * Returns the URL from which the client can load the bytes without this node. Clients with a
   * credential are served here, because they might send it there too. Conditional requests are
   * served here, because their validators are unknown there.
   */
  private Optional<URI> elsewhere(Exchange exchange, ClaimCheck claim) {
    boolean here =
        !exchange.request.method().equals(HttpMethod.GET)
            || !exchange.caller.subject().isEmpty()
            || exchange.request.headers().contains(HttpHeaders.AUTHORIZATION)
            || ASKED_HERE.stream().anyMatch(exchange.request.headers()::contains)
            || !renditions.containsKey(claim.rendition());
    if (here) {
      return Optional.empty();
    }
    return renditions
        .get(claim.rendition())
        .link(claim.blob(), claim.contentType(), disposition(claim));
  }

  /** Redirects to an address that expires within minutes, so the reply must not be cached. */
  private static void redirect(HttpServerResponse response, URI address) {
    withdraw(response);
    response
        .setStatusCode(302)
        .putHeader("Location", address.toString())
        .putHeader(HeaderNames.CACHE_CONTROL, "no-store");
  }

  private void body(Exchange exchange, ClaimCheck claim, long offset, long length, Runnable gone) {
    HttpServerResponse response = exchange.response();
    if (length >= 0) {
      response.putHeader("Content-Length", Long.toString(length));
    }
    if (exchange.request.method().equals(HttpMethod.HEAD) || length == 0) {
      Replies.end(exchange, Buffer.buffer());
      return;
    }
    Rendition rendition = renditions.get(claim.rendition());
    if (rendition == null) {
      Replies.fail(
          exchange,
          ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error")
              .because("no rendition " + claim.rendition()));
      return;
    }
    Runnable withdraw =
        () -> {
          withdraw(response);
          gone.run();
        };
    var transfer = new Transfer(exchange, rendition, claim.blob(), offset, length, withdraw);
    // Over HTTP/2, Vert.x would read the file through a queue that counts messages and not bytes.
    if (length < 0 || exchange.request.version() == HttpVersion.HTTP_2) {
      streams.send(transfer);
    } else {
      fileOr(
          transfer,
          () ->
              streams.sendOrAwaitFile(
                  transfer, () -> fileOr(transfer, () -> streams.send(transfer))));
    }
  }

  /** Sends the file of a rendition, or runs the alternative if it has none now. */
  private void fileOr(Transfer transfer, Runnable alternative) {
    Optional<Path> file = transfer.rendition().file(transfer.blob());
    // A shorter file would end the reply early. Streaming it reports an error before the first
    // byte.
    if (file.isPresent() && isLongEnough(file.get(), transfer)) {
      sendFile(transfer, file.get());
    } else {
      alternative.run();
    }
  }

  private static boolean isLongEnough(Path file, Transfer transfer) {
    return file.toFile().length() >= transfer.offset() + transfer.length();
  }

  private void sendFile(Transfer transfer, Path file) {
    Exchange exchange = transfer.exchange();
    if (exchange.holdings().takeOrFail(Resource.FILES).isPresent()) {
      exchange
          .response()
          .sendFile(file.toString(), transfer.offset(), transfer.length())
          .onSuccess(sent -> mustBe(transfer.length(), exchange))
          .onFailure(problem -> fallBack(transfer));
    }
  }

  /**
   * Aborts the response if the file became shorter; otherwise the client would wait for the rest.
   */
  private static void mustBe(long length, Exchange exchange) {
    if (exchange.response().bytesWritten() < length) {
      exchange.abort();
    }
  }

  /**
   * Recovers after a failed sendFile. Either the file was evicted from the cache, or the client
   * disconnected, which media players often do.
   */
  private void fallBack(Transfer transfer) {
    Exchange exchange = transfer.exchange();
    if (exchange.over()) {
      return;
    }
    if (exchange.response().headWritten()) {
      exchange.abort();
    } else {
      streams.send(transfer);
    }
  }

  /** Removes the headers that describe the file. */
  private static void withdraw(HttpServerResponse response) {
    HEADERS.forEach(response.headers()::remove);
    response.setChunked(false).setStatusCode(200);
  }

  /** Returns the requested range if the client's If-Range matches; otherwise null for the whole. */
  private static ByteRange range(Exchange exchange, ClaimCheck claim) {
    String range = exchange.request.getHeader("Range");
    boolean same =
        range != null
            && (!exchange.request.headers().contains("If-Range")
                || Preconditions.sameForRange(
                    exchange.request, Validators.of(exchange.response().headers())));
    return same ? ByteRange.of(range, claim.length()) : null;
  }

  /**
   * Returns the Content-Disposition by RFC 6266: an ASCII name for old clients and the exact name
   * in UTF-8.
   */
  private static String disposition(ClaimCheck claim) {
    String name = claim.fileName();
    if (name.isEmpty()) {
      return "";
    }
    String plain = name.replaceAll("[^A-Za-z0-9._ -]", "_");
    StringBuilder encoded = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0)) {
        encoded.append(c);
      } else {
        encoded.append(String.format(java.util.Locale.ROOT, "%%%02X", (int) c));
      }
    }
    return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + encoded;
  }

  /**
   * Bytes of a rendition that a client is to receive.
   *
   * @param length number of bytes; -1 for all
   * @param gone run when the blob does not exist; no bytes have been sent then
   */
  record Transfer(
      Exchange exchange,
      Rendition rendition,
      String blob,
      long offset,
      long length,
      Runnable gone) {}
}
