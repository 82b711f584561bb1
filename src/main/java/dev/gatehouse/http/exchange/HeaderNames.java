package dev.gatehouse.http.exchange;

import io.vertx.core.http.HttpHeaders;

/** Header names that every request or reply uses, hashed once. */
public final class HeaderNames {
  public static final CharSequence ACCEPT = name("Accept");
  public static final CharSequence AUTHORIZATION = name("Authorization");
  public static final CharSequence CACHE_CONTROL = name("Cache-Control");
  public static final CharSequence ETAG = name("ETag");
  public static final CharSequence FORWARDED = name("Forwarded");
  public static final CharSequence IDEMPOTENCY_KEY = name("Idempotency-Key");
  public static final CharSequence LAST_MODIFIED = name("Last-Modified");
  public static final CharSequence ORIGIN = name("Origin");
  public static final CharSequence RATE_LIMIT = name("RateLimit");
  public static final CharSequence RATE_LIMIT_POLICY = name("RateLimit-Policy");
  public static final CharSequence SEC_FETCH_DEST = name("Sec-Fetch-Dest");
  public static final CharSequence SEC_FETCH_SITE = name("Sec-Fetch-Site");
  public static final CharSequence TRACEPARENT = name("traceparent");
  public static final CharSequence VARY = name("Vary");
  public static final CharSequence X_FORWARDED_FOR = name("X-Forwarded-For");
  public static final CharSequence X_FORWARDED_PROTO = name("X-Forwarded-Proto");
  public static final CharSequence X_REQUEST_ID = name("X-Request-Id");

  static final CharSequence ACCEPT_ENCODING = name("Accept-Encoding");
  static final CharSequence CONTENT_LENGTH = name("Content-Length");
  static final CharSequence CONTENT_TYPE = name("Content-Type");
  static final CharSequence IF_MATCH = name("If-Match");
  static final CharSequence IF_MODIFIED_SINCE = name("If-Modified-Since");
  static final CharSequence IF_NONE_MATCH = name("If-None-Match");
  static final CharSequence IF_UNMODIFIED_SINCE = name("If-Unmodified-Since");
  static final CharSequence TRANSFER_ENCODING = name("Transfer-Encoding");

  private HeaderNames() {}

  /** Returns a name in the form that Vert.x finds and writes fastest. */
  public static CharSequence name(String text) {
    return HttpHeaders.createOptimized(text);
  }
}
