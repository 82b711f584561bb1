package dev.gatehouse.node.integrations;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.ProviderHealth;
import dev.gatehouse.provider.ProviderHealth.Status;
import dev.gatehouse.settings.EffectiveSetting;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingDescription;
import dev.gatehouse.settings.Settings;

/**
 * Operations that report the effective settings and the state of each integration.
 *
 * @param stored returns outcomes of calls that are stored, and replace those of this node; blocks
 * @param elsewhere returns which integrations other nodes may have the settings of; blocks
 */
public record IntegrationOperations(
    Settings settings,
    ProviderHealth providers,
    Supplier<List<Status>> stored,
    Supplier<Predicate<String>> elsewhere,
    InstantSource clock) {
  private static final Duration TEST_LIMIT = Duration.ofSeconds(5);

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "node.integrations", Area.returning(IntegrationList.class, this::integrations),
        "node.testIntegration", Area.returning(IntegrationTest.class, this::test),
        "node.settings", Area.returning(SettingList.class, this::settings));
  }

  /** Returns the names of the integrations whose settings a node has. */
  public static List<String> configured(Settings settings) {
    return Integration.ALL.stream()
        .filter(each -> each.isOn(settings))
        .map(Integration::name)
        .toList();
  }

  private record IntegrationList(boolean success, List<ListedIntegration> integrations) {}

  private record LatestCalls(
      Instant succeededAt, Instant failingSince, Instant failedAt, String error) {
    static final LatestCalls NONE = new LatestCalls(null, null, null, null);

    static LatestCalls of(Status status) {
      return new LatestCalls(
          status.succeededAt(), status.failingSince(), status.failedAt(), status.error());
    }
  }

  /**
   * @param configured whether any node of the cluster has its settings
   */
  private record ListedIntegration(
      String name, String state, boolean configured, LatestCalls latest, List<String> settings) {}

  /**
   * @param result ok, warning, problem, or none without a test
   */
  private record IntegrationTest(
      boolean success, String name, String result, String message, String remedy) {}

  private record SettingList(boolean success, List<ListedSetting> settings) {}

  private record ListedSetting(
      String key, String value, String source, String defaultValue, String description) {}

  private Answer integrations(Call call) {
    // Several calendars at one host have one name.
    List<Status> all = new ArrayList<>(stored.get());
    Set<String> names = all.stream().map(Status::name).collect(Collectors.toSet());
    providers.all().stream().filter(status -> !names.contains(status.name())).forEach(all::add);
    Predicate<String> others = elsewhere.get();
    return Answer.ok(
        new IntegrationList(
            true, Integration.ALL.stream().map(each -> listed(each, all, others)).toList()));
  }

  private ListedIntegration listed(
      Integration integration, Collection<Status> all, Predicate<String> others) {
    Optional<Status> status = integration.status(all);
    return new ListedIntegration(
        integration.name(),
        state(integration, status),
        integration.isOn(settings) || others.test(integration.name()),
        status.map(LatestCalls::of).orElse(LatestCalls.NONE),
        integration.settings());
  }

  private String state(Integration integration, Optional<Status> status) {
    if (!integration.isOn(settings)) {
      return "off";
    }
    return status
        .map(latest -> latest.failingSince() == null ? "working" : "failing")
        .orElse("unused");
  }

  /** Sends a request that changes nothing to the provider. */
  private Answer test(Call call) throws InterruptedException {
    String name = call.text("name");
    Integration integration =
        Integration.ALL.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () -> ApiException.of(ErrorCode.INTEGRATION_NOT_FOUND, "integration not found"));
    Optional<ProviderTrial> trial = new ProviderTrials(settings, clock).of(integration);
    if (trial.isEmpty()) {
      String why = "the integration is off";
      if (integration.isOn(settings)) {
        why = "this integration has no test: see the result of its next call";
      }
      return Answer.ok(new IntegrationTest(false, name, "none", why, ""));
    }
    ProviderTrial.Outcome outcome = trial.get().run(TEST_LIMIT);
    return Answer.ok(
        new IntegrationTest(
            outcome.result() == ProviderTrial.Result.OK,
            name,
            outcome.result().name().toLowerCase(Locale.ROOT),
            outcome.message(),
            outcome.remedy()));
  }

  private Answer settings(Call call) {
    Map<String, SettingDescription> described = SettingDescription.byKey();
    return Answer.ok(
        new SettingList(
            true,
            settings.effective().stream()
                .map(setting -> listed(setting, Optional.ofNullable(described.get(setting.key()))))
                .toList()));
  }

  private static ListedSetting listed(
      EffectiveSetting setting, Optional<SettingDescription> described) {
    return new ListedSetting(
        setting.key(),
        setting.value(),
        setting.source(),
        described.map(SettingDescription::value).orElse(""),
        described.map(SettingDescription::description).orElse(""));
  }

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
            of("calendar", "calendar", "provider", "key", "id", "user", "tokenUrl")
                .without("local"),
            new Integration("busy-calendars", "busy", "calendar", List.of("busyUrls"), ""),
            of("codehost", "codehost", "token", "user", "url"),
            hosting("vercel", "vercelToken", "vercelProject", "vercelTeam", "vercelUrl"),
            hosting("netlify", "netlifyToken", "netlifyProject", "netlifyUrl"),
            hosting("koyeb", "koyebToken", "koyebProject", "koyebUrl"),
            hosting("render", "renderToken", "renderProject", "renderUrl"),
            of("indexnow", "indexnow", "site", "key", "url"),
            of("ip", "deployment", "ipUrl"),
            of(
                    "marketplace-a",
                    "marketplaceA",
                    "source",
                    "url",
                    "apiUrl",
                    "clientId",
                    "clientSecret")
                .without("none"),
            of(
                    "marketplace-b",
                    "marketplaceB",
                    "source",
                    "url",
                    "apiUrl",
                    "clientId",
                    "clientSecret")
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
}
