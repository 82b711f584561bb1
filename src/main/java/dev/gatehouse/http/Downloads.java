package dev.gatehouse.http;

import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.store.Rendition;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** Serves claim checks: conditions, ranges, and the bytes by sendFile or through a rendition. */
final class Downloads {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  private final Map<String, Rendition> renditions;
  private final Streams streams;

  Downloads(Map<String, Rendition> renditions, Streams streams) {
    this.renditions = renditions;
    this.streams = streams;
  }

  void send(Exchange exchange, ClaimCheck claim) {
    HttpServerResponse response = exchange.response();
    if (!claim.etag().isEmpty()) {
      response.putHeader("ETag", '"' + claim.etag() + '"');
    }
    if (claim.lastModified() != null) {
      response.putHeader("Last-Modified", HTTP_DATE.format(claim.lastModified()));
    }
    if (!claim.fileName().isEmpty()) {
      response.putHeader("Content-Disposition", disposition(claim.fileName()));
    }
    HttpMethod method = exchange.request.method();
    // Conditions and ranges are for reading alone; a POST that is answered by a file has neither.
    boolean reading = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    if (reading && unchanged(exchange, claim)) {
      response.setStatusCode(304).end();
      return;
    }
    // Bytes are sent as they are: a compressed range would be no range of the file.
    response
        .putHeader("Content-Encoding", "identity")
        .putHeader("Content-Type", claim.contentType());
    if (claim.length() < 0) {
      body(exchange, claim, 0, -1);
      return;
    }
    if (reading) {
      response.putHeader("Accept-Ranges", "bytes");
    }
    ByteRange range = reading ? range(exchange, claim) : null;
    if (range == null) {
      body(exchange, claim, 0, claim.length());
    } else if (range.unsatisfiable()) {
      response.headers().remove("Content-Encoding");
      Replies.fail(
          exchange,
          new Failure(
              416,
              "the file has " + claim.length() + " bytes",
              Map.of("Content-Range", "bytes */" + claim.length()),
              ""));
    } else {
      long last = range.offset() + range.length() - 1;
      response
          .setStatusCode(206)
          .putHeader(
              "Content-Range", "bytes " + range.offset() + "-" + last + "/" + claim.length());
      body(exchange, claim, range.offset(), range.length());
    }
  }

  private void body(Exchange exchange, ClaimCheck claim, long offset, long length) {
    HttpServerResponse response = exchange.response();
    if (length >= 0) {
      response.putHeader("Content-Length", Long.toString(length));
    }
    if (exchange.request.method().equals(HttpMethod.HEAD) || length == 0) {
      // Only a body makes the compressor take its mark away.
      response.headers().remove("Content-Encoding");
      response.end();
      return;
    }
    Rendition rendition = renditions.get(claim.rendition());
    if (rendition == null) {
      Replies.fail(
          exchange, Failure.of(500, "internal error").because("no rendition " + claim.rendition()));
      return;
    }
    Optional<Path> file = length < 0 ? Optional.empty() : rendition.file(claim.blob());
    if (file.isPresent()) {
      response
          .sendFile(file.get().toString(), offset, length)
          .onFailure(problem -> fallBack(exchange, rendition, claim, offset, length));
    } else {
      streams.send(exchange, rendition, claim.blob(), offset, length);
    }
  }

  /** The file has left the cache since it was found; or the client has left, which players do. */
  private void fallBack(
      Exchange exchange, Rendition rendition, ClaimCheck claim, long offset, long length) {
    if (!exchange.response().headWritten() && !exchange.response().closed()) {
      streams.send(exchange, rendition, claim.blob(), offset, length);
    }
  }

  private static boolean unchanged(Exchange exchange, ClaimCheck claim) {
    String none = exchange.request.getHeader("If-None-Match");
    if (none != null) {
      return none.strip().equals("*") || mentions(none, claim.etag());
    }
    String since = exchange.request.getHeader("If-Modified-Since");
    return since != null && claim.lastModified() != null && !changedAfter(claim, since);
  }

  private static boolean mentions(String header, String etag) {
    for (String candidate : header.split(",")) {
      if (candidate.strip().replaceFirst("^W/", "").equals('"' + etag + '"')) {
        return true;
      }
    }
    return false;
  }

  private static boolean changedAfter(ClaimCheck claim, String date) {
    try {
      Instant since = Instant.from(HTTP_DATE.parse(date));
      return claim.lastModified().truncatedTo(ChronoUnit.SECONDS).isAfter(since);
    } catch (DateTimeParseException e) {
      return true;
    }
  }

  /** The range asked for, if the client's If-Range still holds. */
  private static ByteRange range(Exchange exchange, ClaimCheck claim) {
    String condition = exchange.request.getHeader("If-Range");
    boolean holds =
        condition == null
            || (condition.startsWith("\"")
                ? condition.equals('"' + claim.etag() + '"')
                : claim.lastModified() != null
                    && condition.equals(HTTP_DATE.format(claim.lastModified())));
    return holds ? ByteRange.of(exchange.request.getHeader("Range"), claim.length()) : null;
  }

  /** RFC 6266: a plain name for old clients, the true one in UTF-8. */
  private static String disposition(String name) {
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
}
