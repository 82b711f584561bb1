package dev.gatehouse.areas.codehost;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * Settings of the area.
 *
 * @param url of the REST API, without a trailing slash
 * @param user account whose repositories are shown; empty for the token's account
 * @param token empty if no provider is configured
 */
record CodeHostSettings(String url, String user, String token) {
  private static final String LOGIN = "|[A-Za-z0-9][A-Za-z0-9_-]{0,99}";

  static CodeHostSettings read(Section own) {
    String url = own.url("url").replaceFirst("/+$", "");
    Check.that(!url.isEmpty(), own.key("url") + " must be an http or https address");
    return new CodeHostSettings(
        url,
        own.text("user", LOGIN, "must be an account name of letters, digits, - and _"),
        own.secret("token", 1));
  }

  /**
   * Returns the URL of the GraphQL API: below the REST API's URL, or on an enterprise server in
   * place of its version segment.
   */
  String graphUrl() {
    return url.replaceFirst("/api/v3$", "/api") + "/graphql";
  }
}
