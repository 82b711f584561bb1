package dev.gatehouse.node.integrations;

import module java.base;

import dev.gatehouse.provider.ProviderHealth.Status;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;

/**
 * Connection to an external service, with the settings that configure it.
 *
 * @param provider start of the names of its providers in logs and metrics
 * @param group of its settings
 * @param keys its settings
 * @param off value of the first setting without the integration; empty for an empty value
 */
record Integration(String name, String provider, String group, List<String> keys, String off) {
  static final List<Integration> ALL =
      List.of(
          of("blockgame", "blockgame", "serverDir", "names", "profileUrl"),
          of("calendar", "calendar", "provider", "key", "id", "user", "tokenUrl").without("local"),
          new Integration("busy-calendars", "busy", "calendar", List.of("busyUrls"), ""),
          of("codehost", "codehost", "token", "user", "url"),
          hosting("vercel", "vercelToken", "vercelProject", "vercelTeam", "vercelUrl"),
          hosting("netlify", "netlifyToken", "netlifyProject", "netlifyUrl"),
          hosting("koyeb", "koyebToken", "koyebProject", "koyebUrl"),
          hosting("render", "renderToken", "renderProject", "renderUrl"),
          of("indexnow", "indexnow", "site", "key", "url"),
          of("ip", "deployment", "ipUrl"),
          of("marketplace-a", "marketplaceA", "source", "url", "apiUrl", "clientId", "clientSecret")
              .without("none"),
          of("marketplace-b", "marketplaceB", "source", "url", "apiUrl", "clientId", "clientSecret")
              .without("none"),
          of("payments", "payments", "clientId", "clientSecret", "url", "webhookId"),
          of("printshop", "printshop", "token", "storeId", "url"),
          of("storefront", "storefront", "provider", "url", "token", "tokenHeader")
              .without("local"),
          of("trading", "trading", "positionsUrl", "positionsKeyId", "positionsSecret"));

  private static Integration of(String name, String group, String... keys) {
    return new Integration(name, name, group, List.of(keys), "");
  }

  private static Integration hosting(String name, String... keys) {
    return new Integration(name, "hosting-" + name, "hosting", List.of(keys), "");
  }

  private Integration without(String value) {
    return new Integration(name, provider, group, keys, value);
  }

  boolean isOn(Settings settings) {
    Section own = settings.section(group);
    boolean selected = !own.text(keys.getFirst()).equals(off);
    // The settings without a prefix configure the only selected host.
    boolean former =
        group.equals("hosting")
            && own.list("provider").contains(name)
            && !own.text("token").isEmpty();
    return selected || former;
  }

  /** Returns the full keys of its settings. */
  List<String> settings() {
    return keys.stream().map(key -> group + '.' + key).toList();
  }

  /** Returns the status of its provider that has failed last, otherwise of any called one. */
  Optional<Status> status(Collection<Status> all) {
    Stream<Status> own =
        all.stream()
            .filter(status ->
                status.name().equals(provider) || status.name().startsWith(provider + '-'));
    return own.filter(Objects::nonNull)
        .max(
            Comparator.comparing(
                Status::failingSince, Comparator.nullsFirst(Comparator.naturalOrder())));
  }
}
