package dev.gatehouse.areas.site.search;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.WebAddress;
import dev.gatehouse.outbox.Delivery;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.outbox.OutboxRequest;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.Providers;

/** Submits URLs to a search engine through the outbox. */
public final class Submissions {
  /** Kind of these entries in the outbox. */
  static final String KIND = "indexnow";

  static final ProviderOptions OPTIONS = ProviderOptions.of(KIND);

  private static final int MAX_WAITING = 100;
  private static final int MAX_ATTEMPTS = 24;
  private static final Duration LONGEST = Duration.ofSeconds(15);

  private final Outbox outbox;
  private final IndexNowSettings settings;
  private final String key;
  private final ProviderClient provider;

  /** URLs that have changed. */
  record Addresses(List<String> urls) {}

  private record Submission(String host, String key, String keyLocation, List<String> urlList) {}

  /**
   * @param key proves to the search engine that the URLs belong to the site
   */
  public Submissions(Outbox outbox, IndexNowSettings settings, String key, Providers providers) {
    this(outbox, settings, key, providers.client(OPTIONS));
  }

  Submissions(Outbox outbox, IndexNowSettings settings, String key, ProviderClient provider) {
    this.outbox = outbox;
    this.settings = settings;
    this.key = key;
    this.provider = provider;
  }

  /** Returns whether 100 or more submissions are waiting. */
  boolean full() {
    return outbox.select(KIND, OutboxEntry.State.WAITING).count() >= MAX_WAITING;
  }

  String newId() {
    return outbox.newId();
  }

  /**
   * Enqueues a submission unless one with this id exists. Blocks.
   *
   * @param site the site that contains the URLs
   */
  void enqueue(String id, WebAddress site, List<String> urls) {
    String title = urls.size() == 1 ? urls.getFirst() : urls.size() + " addresses";
    outbox.enqueue(
        id,
        new OutboxRequest(KIND, new OutboxEntry.Matter(site.host(), title), new Addresses(urls)));
  }

  /** Returns the latest submissions in any state. */
  List<OutboxEntry> latest(int limit) {
    return Stream.of(
            OutboxEntry.State.WAITING,
            OutboxEntry.State.SENDING,
            OutboxEntry.State.SENT,
            OutboxEntry.State.DEAD)
        .flatMap(state -> outbox.select(KIND, state).page(0, limit).stream())
        .sorted(Comparator.comparing((OutboxEntry entry) -> entry.times().createdAt()).reversed())
        .limit(limit)
        .toList();
  }

  public Delivery delivery() {
    return new Delivery(KIND, MAX_ATTEMPTS, LONGEST, this::deliver);
  }

  private void deliver(OutboxEntry entry) throws DeliveryException {
    WebAddress site =
        settings
            .site()
            .orElseThrow(() ->
                new DeliveryException(Outcome.FAILED, "the site is no longer configured", null));
    var submission =
        new Submission(
            site.host(),
            key,
            settings.keyLocation(key).orElseThrow(),
            entry.body(Addresses.class).urls());
    // A repeated submission has no effect at the search engine.
    ProviderReply reply =
        provider.call(
            ProviderRequest.post(settings.url(), Json.encode(submission).getBytes(), true));
    switch (reply.status()) {
      case 200, 202 -> {
        // Received. After 202, the search engine still has to fetch the key.
      }
      case 400 -> throw refused("the search engine cannot read the submission");
      case 403 -> throw refused("the search engine did not find the key file");
      case 422 -> throw refused("the URLs are not on the key's host");
      default ->
          throw new DeliveryException(
              Outcome.FAILED, "the search engine returned status " + reply.status(), null);
    }
  }

  private static DeliveryException refused(String why) {
    return new DeliveryException(Outcome.REFUSED, why, null);
  }
}
