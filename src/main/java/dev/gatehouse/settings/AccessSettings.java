package dev.gatehouse.settings;

import module java.base;

/** Settings of the owner's code and key, of sessions and of tokens. */
public record AccessSettings(
    String permanentCode,
    String apiKey,
    String apiKeyHeader,
    SessionTimes sessions,
    Previous previous,
    Jwt jwt) {
  private static final int MIN_CODE = 8;
  private static final int MIN_KEY = 16;

  static AccessSettings read(Section own) {
    return new AccessSettings(
        own.printable("permanentCode", MIN_CODE),
        own.printable("apiKey", MIN_KEY),
        own.text("apiKeyHeader", "[A-Za-z0-9-]{1,64}", "must be a header name"),
        new SessionTimes(own.duration("rememberFor"), own.duration("stepUpAfter")),
        Previous.read(own),
        Jwt.read(own));
  }

  /**
   * Settings for sessions of the console.
   *
   * @param rememberFor lifetime of a remembered session
   * @param stepUpAfter time after a sign-in in which destructive operations are permitted
   */
  public record SessionTimes(Duration rememberFor, Duration stepUpAfter) {}

  /** Code and key that are still accepted during a rotation; each may be empty. */
  public record Previous(String permanentCode, String apiKey) {
    static Previous read(Section own) {
      String code = own.printable("previousPermanentCode", MIN_CODE);
      String key = own.printable("previousApiKey", MIN_KEY);
      Check.that(
          code.isEmpty() || !own.text("permanentCode").isEmpty(),
          "access.previousPermanentCode requires access.permanentCode");
      Check.that(
          key.isEmpty() || !own.text("apiKey").isEmpty(),
          "access.previousApiKey requires access.apiKey");
      return new Previous(code, key);
    }
  }

  /**
   * Settings for signing tokens.
   *
   * @param secrets the first secret signs, all verify
   */
  public record Jwt(List<String> secrets, String issuer, String audience) {
    private static final int MIN_SECRET = 32;

    static Jwt read(Section own) {
      List<String> secrets = own.list("jwtSecret");
      secrets.forEach(secret -> Check.secret("access.jwtSecret", secret, MIN_SECRET));
      return new Jwt(secrets, own.text("jwtIssuer"), own.text("jwtAudience"));
    }
  }
}
