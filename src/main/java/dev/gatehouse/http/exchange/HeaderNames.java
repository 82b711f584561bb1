package dev.gatehouse.http.exchange;

import io.vertx.core.http.HttpHeaders;

/** Names of the headers that every request is asked for or every reply carries: hashed once. */
public final class HeaderNames {
  public static final CharSequence ACCEPT = name("Accept");
  public static final CharSequence AUTHORIZATION = name("Authorization");
  public static final CharSequence CACHE_CONTROL = name("Cache-Control");
  public static final CharSequence FORWARDED = name("Forwarded");
  public static final CharSequence ORIGIN = name("Origin");
  public static final CharSequence RATE_LIMIT = name("RateLimit");
  public static final CharSequence RATE_LIMIT_POLICY = name("RateLimit-Policy");
  public static final CharSequence SEC_FETCH_DEST = name("Sec-Fetch-Dest");
  public static final CharSequence SEC_FETCH_SITE = name("Sec-Fetch-Site");
  public static final CharSequence X_FORWARDED_FOR = name("X-Forwarded-For");
  public static final CharSequence X_REQUEST_ID = name("X-Request-Id");

  static final CharSequence CONTENT_LENGTH = name("Content-Length");
  static final CharSequence CONTENT_TYPE = name("Content-Type");

  private HeaderNames() {}

  /** A name as Vert.x finds and writes it quickest. */
  public static CharSequence name(String text) {
    return HttpHeaders.createOptimized(text);
  }
}
