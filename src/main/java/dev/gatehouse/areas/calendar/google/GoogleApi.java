package dev.gatehouse.areas.calendar.google;

import module java.base;

import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.TokenCache;

/** Client of the provider, which sends the service account's token with each call. */
public final class GoogleApi {
  private final ProviderClient provider;
  private final ServiceAccount account;
  private final ZoneId zone;
  private final InstantSource clock;
  private final TokenCache tokens;

  /**
   * @param zone the owner's time zone
   */
  public GoogleApi(
      ProviderClient provider, ServiceAccount account, ZoneId zone, InstantSource clock) {
    this.zone = zone;
    this.provider = provider;
    this.account = account;
    this.clock = clock;
    this.tokens = provider.tokens(this::token);
  }

  /** Returns the owner's time zone. */
  ZoneId zone() {
    return zone;
  }

  /** Returns whether a reply reports that this service has exceeded the provider's rate limit. */
  public static boolean overloaded(ProviderReply reply) {
    return GoogleReplies.overloaded(reply);
  }

  /**
   * Sends a request. After a reply that the token has expired, it repeats the request once with a
   * new token. Blocks.
   */
  ProviderReply call(ProviderRequest request) {
    return provider.call(request, tokens);
  }

  /**
   * Reads a successful reply as a record. Any other status is this service's or the provider's
   * fault, never the client's.
   */
  <T> T read(ProviderReply reply, Class<T> type) {
    return read(reply, type, Function.identity());
  }

  /**
   * Reads a successful reply as a record and converts it. An invalid time or field is also a
   * failure of the provider.
   */
  <T, R> R read(ProviderReply reply, Class<T> type, Function<T, R> make) {
    return provider.read(reply, type, make);
  }

  <V> ProviderCache<V> cache(ProviderCache.Ages ages, int maxKeys) {
    return provider.cache(ages, maxKeys);
  }

  RuntimeException invalid(String what) {
    return provider.invalid(what);
  }

  RuntimeException failed(String why) {
    return provider.failed(why);
  }

  private TokenCache.Token token() {
    ProviderReply reply = provider.call(account.tokenRequest(clock.instant()));
    GoogleReplies.Token token = read(reply, GoogleReplies.Token.class);
    if (token.accessToken() == null) {
      throw provider.failed("the token reply has no token");
    }
    return new TokenCache.Token(token.accessToken(), Duration.ofSeconds(token.expiresIn()));
  }
}
