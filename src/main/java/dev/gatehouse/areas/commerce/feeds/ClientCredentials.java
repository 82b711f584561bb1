package dev.gatehouse.areas.commerce.feeds;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.TokenCache;

/** Access tokens for a program's own id and secret (OAuth 2.0, client credentials). */
public final class ClientCredentials {
  /** Lifetime for a provider that does not return one. */
  private static final long USUAL_SECONDS = 3_600;

  private static final String GRANT_TYPE = "grant_type";
  private static final String GRANT = "client_credentials";

  private ClientCredentials() {}

  private record Reply(String access_token, Long expires_in) {
    TokenCache.Token token() {
      if (access_token == null || access_token.isBlank()) {
        throw new IllegalArgumentException("no token");
      }
      long seconds = Objects.requireNonNullElse(expires_in, USUAL_SECONDS);
      return new TokenCache.Token(access_token, Duration.ofSeconds(seconds));
    }
  }

  public static ProviderRequest basic(String url, String id, String secret) {
    return basic(url, id, secret, Map.of(GRANT_TYPE, GRANT));
  }

  /** Returns a form request with the id and the secret in a header. */
  private static ProviderRequest basic(String url, String id, String secret, String scope) {
    return basic(url, id, secret, Map.of(GRANT_TYPE, GRANT, "scope", scope));
  }

  private static ProviderRequest basic(
      String url, String id, String secret, Map<String, String> form) {
    byte[] pair = (id + ':' + secret).getBytes(StandardCharsets.UTF_8);
    return ProviderRequest.form(url, form)
        .with("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
  }

  private static ProviderRequest json(String url, String id, String secret, String scope) {
    Map<String, String> body =
        Map.of(GRANT_TYPE, GRANT, "client_id", id, "client_secret", secret, "scope", scope);
    return ProviderRequest.post(url, Json.encode(body).getBytes(), true);
  }

  /**
   * Returns the request for a token of Amazon's Creators API.
   *
   * @param version of the credential, 2.1 for example
   */
  public static ProviderRequest creators(String version, String url, String id, String secret) {
    if (version.startsWith("2.")) {
      return basic(url, id, secret, "creatorsapi/default");
    }
    return json(url, id, secret, "creatorsapi::default");
  }

  /** Returns the request for a token of eBay's Browse API. */
  public static ProviderRequest browse(String url, String id, String secret) {
    return basic(url, id, secret, "https://api.ebay.com/oauth/api_scope");
  }

  /** Fetches a token. Blocks. */
  public static TokenCache.Token fetch(ProviderClient client, ProviderRequest request) {
    return client.read(client.call(request), Reply.class, Reply::token);
  }
}
