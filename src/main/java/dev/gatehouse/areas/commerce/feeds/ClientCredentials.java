package dev.gatehouse.areas.commerce.feeds;

import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.TokenCache;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/** Access tokens for a program's own id and secret (OAuth 2.0, client credentials). */
public final class ClientCredentials {
  /** Lifetime for a provider that does not return one. */
  private static final long USUAL_SECONDS = 3_600;

  private ClientCredentials() {}

  private record Reply(String access_token, Long expires_in) {
    TokenCache.Token token() {
      if (access_token == null || access_token.isBlank()) {
        throw new IllegalArgumentException("no token");
      }
      long seconds = expires_in == null ? USUAL_SECONDS : expires_in;
      return new TokenCache.Token(access_token, Duration.ofSeconds(seconds));
    }
  }

  /** Returns a form request with the id and the secret in a header. */
  public static ProviderRequest basic(String url, String id, String secret, String scope) {
    byte[] pair = (id + ':' + secret).getBytes(StandardCharsets.UTF_8);
    return ProviderRequest.form(url, Map.of("grant_type", "client_credentials", "scope", scope))
        .with("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
  }

  /** Returns a JSON request that contains the id and the secret. */
  public static ProviderRequest json(String url, String id, String secret, String scope) {
    Map<String, String> body =
        Map.of(
            "grant_type", "client_credentials",
            "client_id", id,
            "client_secret", secret,
            "scope", scope);
    return ProviderRequest.post(url, Json.encode(body).getBytes(), true);
  }

  /** Fetches a token. Blocks. */
  public static TokenCache.Token fetch(ProviderClient client, ProviderRequest request) {
    return client.read(client.call(request), Reply.class, Reply::token);
  }
}
