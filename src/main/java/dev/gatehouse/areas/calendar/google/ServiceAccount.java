package dev.gatehouse.areas.calendar.google;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderRequest;
import java.security.Signature;

/** The key file of a service account, which signs the assertions for token requests. */
public final class ServiceAccount {
  private static final String SCOPE = "https://www.googleapis.com/auth/calendar";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  private static final String TOKEN_URI = "https://oauth2.googleapis.com/token";
  private static final long LIFETIME_SECONDS = 3_600;

  private final File file;
  private final PrivateKey key;
  private final String tokenUrl;
  private final String user;

  private record File(
      @JsonProperty("client_email") String email,
      @JsonProperty("private_key") String key,
      @JsonProperty("private_key_id") String keyId,
      @JsonProperty("token_uri") String tokenUri) {}

  /**
   * @param json content of the key file
   * @param tokenUrl URL of the token endpoint; empty for the one in the key file
   * @param user the user to impersonate, if the domain permits it; empty for the account itself
   * @throws IllegalArgumentException if the text is not a key file
   */
  public ServiceAccount(String json, String tokenUrl, String user) {
    try {
      this.file = Json.decode(json.getBytes(StandardCharsets.UTF_8), File.class);
      this.key = privateKey(file.key());
      String ofTheFile = Objects.requireNonNullElse(file.tokenUri(), TOKEN_URI);
      this.tokenUrl = PlainText.defaultIfEmpty(tokenUrl, ofTheFile);
      this.user = user;
    } catch (RuntimeException | GeneralSecurityException e) {
      // The cause is left out, because its message may contain a part of the key.
      throw new IllegalArgumentException("calendar.key is not a service account's key file");
    }
  }

  /** Returns the request for an access token, which changes nothing. */
  public ProviderRequest tokenRequest(Instant now) {
    return ProviderRequest.form(tokenUrl, Map.of("grant_type", GRANT, "assertion", assertion(now)));
  }

  /** Returns the assertion of a token request: a JWT, RS256 (RFC 7523). */
  String assertion(Instant now) {
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("alg", "RS256");
    header.put("typ", "JWT");
    if (file.keyId() != null) {
      header.put("kid", file.keyId());
    }
    Map<String, Object> claims = new LinkedHashMap<>();
    claims.put("iss", file.email());
    claims.put("scope", SCOPE);
    claims.put("aud", tokenUrl);
    claims.put("iat", now.getEpochSecond());
    claims.put("exp", now.getEpochSecond() + LIFETIME_SECONDS);
    if (!user.isEmpty()) {
      claims.put("sub", user);
    }
    String signed = part(header) + '.' + part(claims);
    return signed + '.' + base64(sign(signed.getBytes(StandardCharsets.US_ASCII)));
  }

  private byte[] sign(byte[] text) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(text);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // the key was validated when it was read
    }
  }

  private static PrivateKey privateKey(String pem) throws GeneralSecurityException {
    String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    return KeyFactory.getInstance("RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  private static String part(Map<String, Object> json) {
    return base64(Json.encode(json).getBytes());
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
