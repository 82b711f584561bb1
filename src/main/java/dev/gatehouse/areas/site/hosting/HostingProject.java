package dev.gatehouse.areas.site.hosting;

import module java.base;

import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.Providers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deployments of one project at one provider. The last answer is served while the provider fails.
 */
final class HostingProject {
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
  static List<HostingProject> all(Providers providers, HostingSettings settings, Duration timeout) {
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
    return provider.read(provider.call(account.request(project)), Object.class, this::deployments);
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
