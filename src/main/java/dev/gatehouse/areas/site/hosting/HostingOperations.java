package dev.gatehouse.areas.site.hosting;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.Providers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the deployments of all providers. If a provider fails, the reply lists its error beside the
 * others' deployments.
 */
public final class HostingOperations {
  private final List<HostingProject> all;
  private final Supplier<List<Deployment>> own;
  private final InstantSource clock;

  /**
   * @param own deployments that the owner has reported
   */
  public HostingOperations(
      Providers providers, HostingSettings settings, OwnDeployments own, InstantSource clock) {
    this(HostingProject.all(providers, settings), own::all, clock);
  }

  HostingOperations(List<HostingProject> all, Supplier<List<Deployment>> own, InstantSource clock) {
    this.all = all;
    this.own = own;
    this.clock = clock;
  }

  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of("site.listDeployments", Area.returning(Listing.class, this::list));
  }

  private record Trouble(String provider, String error) {}

  private record Listing(
      boolean success,
      List<Deployment> deployments,
      List<Trouble> errors,
      @JsonUnwrapped Freshness freshness) {}

  /**
   * The result of one project.
   *
   * @param trouble the problem with the provider; empty if there was no problem
   * @param failure the reason for having no deployments to show; empty on success
   */
  private record Outcome(
      List<Deployment> deployments,
      Freshness freshness,
      Optional<Trouble> trouble,
      Optional<ApiException> failure) {}

  private Answer list(Call call) throws InterruptedException, ExecutionException {
    List<Deployment> reported = own.get();
    if (all.isEmpty() && reported.isEmpty()) {
      throw ApiException.of(
          ErrorCode.NOT_CONFIGURED, "hosting is not configured: set GATEHOUSE_HOSTING_TOKEN");
    }
    List<Outcome> outcomes = outcomes();
    if (reported.isEmpty()
        && outcomes.stream().allMatch(outcome -> outcome.failure().isPresent())) {
      throw outcomes.getFirst().failure().orElseThrow();
    }
    Freshness freshness = Freshness.oldest(outcomes.stream().map(Outcome::freshness).toList());
    return Answer.ok(
            new Listing(
                true,
                Stream.concat(
                        reported.stream(),
                        outcomes.stream().flatMap(outcome -> outcome.deployments().stream()))
                    .sorted(latestFirst())
                    .toList(),
                outcomes.stream()
                    .flatMap(outcome -> outcome.trouble().stream())
                    .distinct()
                    .toList(),
                freshness))
        .with(freshness.headers(clock.instant()));
  }

  private static Comparator<Deployment> latestFirst() {
    return Comparator.comparing(
        Deployment::createdAt, Comparator.nullsLast(Comparator.reverseOrder()));
  }

  /** Requests all projects concurrently, each with its own timeout. */
  private List<Outcome> outcomes() throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Outcome>> asked =
          all.stream().map(each -> threads.submit(() -> outcome(each))).toList();
      Stream.Builder<Outcome> outcomes = Stream.builder();
      for (Future<Outcome> each : asked) {
        outcomes.add(each.get());
      }
      return outcomes.build().toList();
    }
  }

  private Outcome outcome(HostingProject hosting) {
    try {
      ProviderCache.Fetched<HostingProject.Found> found = hosting.deployments();
      Freshness freshness = Freshness.of(found, found.value().unreadable());
      Optional<Trouble> failing =
          Optional.ofNullable(freshness.staleReason())
              .map(reason -> new Trouble(hosting.provider(), reason));
      return new Outcome(found.value().deployments(), freshness, failing, Optional.empty());
    } catch (ApiException e) {
      var trouble = new Trouble(hosting.provider(), e.failure().message());
      return new Outcome(List.of(), Freshness.NONE, Optional.of(trouble), Optional.of(e));
    }
  }

  /**
   * Deployments of one project at one provider. The last answer is served while the provider fails.
   */
  static final class HostingProject {
    private static final Logger LOG = LoggerFactory.getLogger(HostingProject.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(6);
    private static final int REPLY_BYTES = 4 << 20;
    private static final ProviderCache.Ages AGES =
        new ProviderCache.Ages(Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofHours(24));

    /**
     * Deployments of a reply.
     *
     * @param unreadable number of invalid elements, which are left out
     */
    record Found(List<Deployment> deployments, int unreadable) {}

    private final Account account;
    private final String project;
    private final HostingApi api;
    private final ProviderClient provider;
    private final ProviderCache<Found> replyCache;
    private final AtomicBoolean odd = new AtomicBoolean();

    private HostingProject(
        Account account, String project, ProviderClient provider, ProviderCache<Found> replyCache) {
      this.account = account;
      this.project = project;
      this.api = HostingApi.of(account.provider());
      this.provider = provider;
      this.replyCache = replyCache;
    }

    /** Returns one object for each configured project. Each provider has one client. */
    static List<HostingProject> all(
        Providers providers, HostingSettings settings, Duration timeout) {
      List<HostingProject> all = new ArrayList<>();
      for (Account account : settings.accounts()) {
        ProviderClient client =
            providers.client(
                ProviderOptions.of("hosting-" + account.provider())
                    .withTimeout(timeout)
                    .withMaxReplyBytes(REPLY_BYTES));
        List<String> projects = account.projects().isEmpty() ? List.of("") : account.projects();
        ProviderCache<Found> cache = client.cache(AGES, projects.size());
        projects.forEach(project -> all.add(new HostingProject(account, project, client, cache)));
      }
      return List.copyOf(all);
    }

    static List<HostingProject> all(Providers providers, HostingSettings settings) {
      return all(providers, settings, TIMEOUT);
    }

    String provider() {
      return account.provider();
    }

    /**
     * Returns the latest deployments. They are at most 30 seconds old, or older while a fetch is in
     * progress. While the provider fails, they are up to 24 hours old.
     *
     * @throws ApiException 502, 503 or 504 if no usable reply is cached and the fetch fails
     */
    ProviderCache.Fetched<Found> deployments() {
      return replyCache.get(project, this::fetch);
    }

    private Found fetch() {
      return provider.read(
          provider.call(account.request(project)), Object.class, this::deployments);
    }

    private Found deployments(Object body) {
      List<Item> items = api.items(body);
      List<Deployment> understood =
          items.stream()
              .flatMap(item -> api.deployment(account.provider(), item, project).stream())
              .toList();
      if (understood.isEmpty() && !items.isEmpty()) {
        throw new IllegalArgumentException("none of " + items.size() + " is understood");
      }
      if (understood.size() < items.size() && odd.compareAndSet(false, true)) {
        LOG.warn(
            "{} of {} deployments of {} are invalid and skipped",
            items.size() - understood.size(),
            items.size(),
            account.provider());
      }
      return new Found(
          understood.stream().limit(HostingApi.PAGE).toList(), items.size() - understood.size());
    }
  }
}
