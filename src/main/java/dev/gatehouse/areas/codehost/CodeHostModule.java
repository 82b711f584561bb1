package dev.gatehouse.areas.codehost;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import java.util.Locale;
import java.util.Optional;

/** Creates the code-host area with the configured provider. */
public final class CodeHostModule {
  private CodeHostModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    CodeHostSettings.read(settings.section("codehost"));
  }

  public static AreaModule of(NodeServices node) {
    CodeHostSettings settings = CodeHostSettings.read(node.settings().section("codehost"));
    Optional<CodeHost> provider =
        PlainText.nonEmpty(settings.token())
            .map(token ->
                new CodeHost(node.providers().client(CodeHostApi.OPTIONS), settings, node.clock()));
    return AreaModule.of(new CodeHostArea(provider, node.clock()));
  }

  /**
   * Settings of the area.
   *
   * @param provider kind of the provider's API
   * @param url of the REST API, without a trailing slash
   * @param user account whose repositories are shown; empty for the token's account
   * @param token empty if no provider is configured
   */
  record CodeHostSettings(Provider provider, String url, String user, String token) {
    private static final String PROVIDERS = "must be github, gitea, forgejo or gitlab";
    private static final String LOGIN = "|[A-Za-z0-9][A-Za-z0-9_.-]{0,99}";

    /** Kinds of APIs. Forgejo has Gitea's. */
    enum Provider {
      GITHUB,
      GITEA,
      GITLAB
    }

    static CodeHostSettings read(Section own) {
      String url = own.url("url").replaceFirst("/+$", "");
      Check.that(!url.isEmpty(), own.key("url") + " must be an http or https address");
      String provider = own.text("provider", "github|gitea|forgejo|gitlab", PROVIDERS);
      return new CodeHostSettings(
          Provider.valueOf(provider.replace("forgejo", "gitea").toUpperCase(Locale.ROOT)),
          url,
          own.text("user", LOGIN, "must be an account name of letters, digits, ., - and _"),
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
}
