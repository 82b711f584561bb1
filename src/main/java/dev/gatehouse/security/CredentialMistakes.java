package dev.gatehouse.security;

import module java.base;

import io.vertx.core.json.JsonObject;

/** Texts in the place of a credential that guess nothing. They are mistakes of a client's code. */
public final class CredentialMistakes {
  private static final Set<String> UNSET =
      Set.of("null", "undefined", "none", "nan", "true", "false", "[object object]");

  private CredentialMistakes() {}

  /** Returns the mistake in a text that cannot be a key; empty if it has none. */
  public static Optional<String> ofKey(String text) {
    return of(text, "the word Bearer stands before the key");
  }

  private static Optional<String> of(String text, String doubled) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    if (UNSET.contains(plain)) {
      return Optional.of("the header has the word " + plain + " in place of a credential");
    }
    if (plain.equals("bearer") || plain.startsWith("bearer ")) {
      return Optional.of(doubled);
    }
    if (plain.startsWith("\"") || plain.startsWith("'")) {
      return Optional.of("the credential stands in quotes");
    }
    return Optional.empty();
  }

  /** Returns the mistake in a text that does not have the form of a token of an issuer. */
  static Optional<String> ofToken(String text, String issuer) {
    Optional<String> mistake = of(text, "the header has the word Bearer twice");
    if (mistake.isPresent()) {
      return mistake;
    }
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3 || !text.matches("[A-Za-z0-9_.-]+")) {
      return Optional.of(
          "the header has no token, which has three parts with dots between them;"
              + " an API key has a header of its own");
    }
    boolean own =
        SigningKey.ALGORITHM.equals(claim(parts[0], "alg"))
            && issuer.equals(claim(parts[1], "iss"));
    return own ? Optional.empty() : Optional.of("the token is of another issuer");
  }

  private static Object claim(String part, String name) {
    try {
      byte[] json = Base64.getUrlDecoder().decode(part);
      return new JsonObject(new String(json, StandardCharsets.UTF_8)).getValue(name);
    } catch (RuntimeException e) {
      return null; // Not base64, or not a JSON object.
    }
  }
}
