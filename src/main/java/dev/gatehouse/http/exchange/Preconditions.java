package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.PlainText;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/**
 * Conditional headers of a request (RFC 9110, section 13), evaluated in the order of section
 * 13.2.2.
 */
public final class Preconditions {
  private static final String ANY = "*";
  private static final Pattern TAG = Pattern.compile("(W/)?\"[^\"]*\"");

  /** Suffix of a compressed representation's entity tag. */
  private static final String GZIP = "-gzip\"";

  private Preconditions() {}

  /** Result of evaluating a request's conditions. */
  public enum Outcome {
    HOLD,
    NOT_MODIFIED,
    FAILED
  }

  /** Returns whether the method only reads (GET or HEAD). */
  public static boolean reads(HttpServerRequest request) {
    return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
  }

  /** Returns whether a request has any condition. */
  static boolean present(HttpServerRequest request) {
    return ofBoth(request.headers()) || request.headers().contains(HeaderNames.IF_MODIFIED_SINCE);
  }

  /** Returns whether a request that changes something has any condition. */
  public static boolean onChange(HttpServerRequest request) {
    return !reads(request) && ofBoth(request.headers());
  }

  private static boolean ofBoth(MultiMap headers) {
    return headers.contains(HeaderNames.IF_MATCH)
        || headers.contains(HeaderNames.IF_NONE_MATCH)
        || headers.contains(HeaderNames.IF_UNMODIFIED_SINCE);
  }

  /** Evaluates a request's conditions against the current validators. */
  public static Outcome evaluate(HttpServerRequest request, Validators now) {
    MultiMap headers = request.headers();
    List<String> match = headers.getAll(HeaderNames.IF_MATCH);
    if (!match.isEmpty()) {
      if (!matches(match, now, true)) {
        return Outcome.FAILED;
      }
    } else if (headers.contains(HeaderNames.IF_UNMODIFIED_SINCE)) {
      Optional<Instant> time = date(headers, HeaderNames.IF_UNMODIFIED_SINCE);
      // A change whose condition cannot be read must not happen.
      if (modifiedSince(time, now) || (time.isEmpty() && !reads(request))) {
        return Outcome.FAILED;
      }
    }
    List<String> none = headers.getAll(HeaderNames.IF_NONE_MATCH);
    if (!none.isEmpty()) {
      if (!matches(none, now, false)) {
        return Outcome.HOLD;
      }
      return reads(request) ? Outcome.NOT_MODIFIED : Outcome.FAILED;
    }
    Optional<Instant> since = date(headers, HeaderNames.IF_MODIFIED_SINCE);
    boolean same =
        reads(request)
            && since.isPresent()
            && now.lastModified() != null
            && !modifiedSince(since, now);
    return same ? Outcome.NOT_MODIFIED : Outcome.HOLD;
  }

  /**
   * Returns the unquoted entity tag of the version that a change may replace; empty if the resource
   * must not exist. Null if any version may be changed, or if the current version has no strong
   * tag.
   */
  public static String seen(HttpServerRequest request, Validators now) {
    if (!now.exists()) {
      return "";
    }
    boolean anything = ANY.equals(request.getHeader(HeaderNames.IF_MATCH));
    if (anything || now.etag() == null || !now.etag().startsWith("\"")) {
      return null;
    }
    return now.etag().substring(1, now.etag().length() - 1);
  }

  /**
   * Returns whether If-Range matches: the client already has another part of this representation.
   */
  public static boolean sameForRange(HttpServerRequest request, Validators now) {
    String condition = request.getHeader("If-Range");
    if (condition == null) {
      return true;
    }
    if (condition.startsWith("\"")) {
      return condition.equals(now.etag());
    }
    return now.lastModified() != null
        && HttpDate.parse(condition)
            .map(HttpDate::text)
            .filter(HttpDate.text(now.lastModified())::equals)
            .isPresent();
  }

  /**
   * Returns the entity tag of the compressed representation. Its bytes differ, so its strong tag
   * does too.
   */
  static String compressed(String etag) {
    return etag.startsWith("W/") ? etag : etag.substring(0, etag.length() - 1) + GZIP;
  }

  private static boolean modifiedSince(Optional<Instant> time, Validators now) {
    return time.isPresent() && now.lastModified() != null && now.lastModified().isAfter(time.get());
  }

  /** Parses a conditional date. An invalid or repeated date is ignored. */
  private static Optional<Instant> date(MultiMap headers, CharSequence name) {
    List<String> values = headers.getAll(name);
    return values.size() == 1 ? HttpDate.parse(values.getFirst()) : Optional.empty();
  }

  /**
   * @param strong true for a byte-for-byte comparison, false if equivalent content matches too
   */
  private static boolean matches(List<String> lines, Validators now, boolean strong) {
    String all = String.join(",", lines).strip();
    if (all.equals(ANY)) {
      return now.exists();
    }
    if (now.etag() == null) {
      return false;
    }
    Matcher tag = TAG.matcher(all);
    while (tag.find()) {
      boolean comparable =
          !strong || !(tag.group().startsWith("W/") || now.etag().startsWith("W/"));
      if (comparable && opaque(tag.group()).equals(opaque(now.etag()))) {
        return true;
      }
    }
    return false;
  }

  private static String opaque(String etag) {
    String plain = PlainText.withoutStart("W/", etag);
    return plain.endsWith(GZIP) ? plain.substring(0, plain.length() - GZIP.length()) + '"' : plain;
  }

  /**
   * Validators that distinguish the representations of a resource.
   *
   * @param exists whether there is a representation at all
   * @param etag as in its header; null if absent
   * @param lastModified null if unknown
   */
  public record Validators(boolean exists, String etag, Instant lastModified) {
    /** Validators of a missing resource. */
    public static final Validators NONE = new Validators(false, null, null);

    /** Returns the validators in a reply's headers. */
    public static Validators of(MultiMap headers) {
      String modified = headers.get(HeaderNames.LAST_MODIFIED);
      return new Validators(
          true,
          headers.get(HeaderNames.ETAG),
          modified == null ? null : HttpDate.parse(modified).orElse(null));
    }
  }
}
