package dev.gatehouse.calendar.google;

import dev.gatehouse.provider.TokenCache;
import dev.gatehouse.provider.Upstream;
import dev.gatehouse.provider.UpstreamReply;
import dev.gatehouse.provider.UpstreamRequest;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;

/** Calls to the provider with the service account's token. */
public final class GoogleApi {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  private static final int UNAUTHORIZED = 401;

  private final Upstream upstream;
  private final ServiceAccount account;
  private final InstantSource clock;
  private final TokenCache tokens;

  public GoogleApi(Upstream upstream, ServiceAccount account, InstantSource clock) {
    this.upstream = upstream;
    this.account = account;
    this.clock = clock;
    this.tokens = new TokenCache(this::token, clock);
  }

  /** Asks too often, in the provider's own way of saying so. */
  public static boolean overloaded(UpstreamReply reply) {
    return GoogleReplies.overloaded(reply);
  }

  /** Any answer but an expired token, for which it asks once more; blocks. */
  UpstreamReply call(UpstreamRequest request) {
    String token = tokens.get();
    UpstreamReply reply = upstream.send(request.with("Authorization", "Bearer " + token));
    if (reply.status() != UNAUTHORIZED) {
      return reply;
    }
    tokens.drop(token);
    return upstream.send(request.with("Authorization", "Bearer " + tokens.get()));
  }

  /** A success as a record; anything else is our fault or the provider's, never the client's. */
  <T> T read(UpstreamReply reply, Class<T> type) {
    return read(reply, type, Function.identity());
  }

  /**
   * The same, and what is made of it; a time or a field that is not understood is a failure too.
   */
  <T, R> R read(UpstreamReply reply, Class<T> type, Function<T, R> make) {
    if (!reply.ok()) {
      throw upstream.failed("status " + reply.status());
    }
    try {
      return make.apply(reply.body(type));
    } catch (UncheckedIOException | DateTimeException | NullPointerException e) {
      throw upstream.failed("a reply that is not understood: " + e);
    }
  }

  RuntimeException failed(String why) {
    return upstream.failed(why);
  }

  private TokenCache.Token token() {
    UpstreamReply reply =
        upstream.send(
            UpstreamRequest.form(
                account.tokenUri(),
                Map.of("grant_type", GRANT, "assertion", account.assertion(clock.instant()))));
    GoogleReplies.Token token = read(reply, GoogleReplies.Token.class);
    if (token.accessToken() == null) {
      throw upstream.failed("a token reply without a token");
    }
    return new TokenCache.Token(token.accessToken(), Duration.ofSeconds(token.expiresIn()));
  }
}
