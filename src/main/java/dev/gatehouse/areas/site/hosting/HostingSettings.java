package dev.gatehouse.areas.site.hosting;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * Settings of hosting providers.
 *
 * @param accounts the configured accounts; may be empty
 */
public record HostingSettings(List<Account> accounts) {
  private static final int MAX_PROJECTS = 10;

  /**
   * An account at a provider.
   *
   * @param provider vercel, netlify, koyeb or render
   * @param url of its API
   * @param projects the provider's ids of the projects to show; empty for all
   * @param team the provider's id of the team that owns the projects; empty for the token's account
   */
  record Account(String provider, String url, String token, List<String> projects, String team) {
    /**
     * Returns the request for the latest deployments.
     *
     * @param project one of its projects; empty for all
     */
    ProviderRequest request(String project) {
      return ProviderRequest.get(HostingApi.of(provider).list(this, project))
          .with("Authorization", "Bearer " + token);
    }
  }

  /** Returns a request that changes nothing for each account with a token, by its provider. */
  public Map<String, ProviderRequest> trials() {
    return accounts.stream()
        .filter(account -> !account.token().isEmpty())
        .collect(
            Collectors.toMap(
                Account::provider,
                account -> account.request(account.projects().stream().findFirst().orElse(""))));
  }

  public static HostingSettings read(Section own) {
    List<String> names = own.list("provider");
    Check.that(
        HostingApi.ALL.keySet().containsAll(names),
        "hosting.provider must contain only vercel, netlify, koyeb and render");
    Values general = values(own, "");
    boolean lone = names.size() == 1;
    Check.that(
        lone || (general.token().isEmpty() && general.url().isEmpty()),
        "hosting.token and hosting.url apply to a single hosting.provider:"
            + " for several, set the values of each, for example hosting.vercelToken");
    List<Account> accounts =
        HostingApi.ALL.keySet().stream()
            .sorted()
            .map(name -> account(own, name, lone ? general : Values.NONE, names.contains(name)))
            .filter(account -> names.contains(account.provider()))
            .filter(account -> !(lone && account.token().isEmpty()))
            .toList();
    return new HostingSettings(accounts);
  }

  private record Values(String url, String token, List<String> projects) {
    static final Values NONE = new Values("", "", List.of());

    Values or(Values other) {
      return new Values(
          PlainText.defaultIfEmpty(url, other.url),
          PlainText.defaultIfEmpty(token, other.token),
          projects.isEmpty() ? other.projects : projects);
    }
  }

  private static Values values(Section own, String prefix) {
    return new Values(
        own.url(key(prefix, "url")),
        own.secret(key(prefix, "token"), 1),
        own.list(key(prefix, "project")));
  }

  private static String key(String prefix, String name) {
    if (prefix.isEmpty()) {
      return name;
    }
    return prefix + Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static Account account(Section own, String name, Values general, boolean used) {
    Values values = values(own, name).or(general);
    String team = name.equals("vercel") ? own.text("vercelTeam") : "";
    if (used && !values.token().isEmpty()) {
      Check.that(
          !(HostingApi.of(name).needsProject() && values.projects().isEmpty()),
          "hosting." + name + "Project must name the deployed projects");
      Check.that(
          values.projects().size() <= MAX_PROJECTS,
          "hosting." + name + "Project must have at most " + MAX_PROJECTS + " entries");
    }
    return new Account(
        name,
        (values.url().isEmpty() ? HostingApi.of(name).query().url() : values.url())
            .replaceFirst("/+$", ""),
        values.token(),
        values.projects(),
        team);
  }
}
