package dev.gatehouse.areas.calendar.busy;

import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Busy times of the owner's other calendars. One node reads the calendars, and all nodes use the
 * stored copies. The last good copy of a calendar remains while it cannot be read.
 */
public final class BusyCalendars {
  private static final Logger LOG = LoggerFactory.getLogger(BusyCalendars.class);
  private static final Duration AHEAD = Duration.ofDays(400);
  private static final Duration BEHIND = Duration.ofDays(1);

  /** Age of the copies in memory after which they are read from the store. */
  private static final Duration REMEMBERED = Duration.ofSeconds(20);

  private static final int ID_BYTES = 12;

  private final List<String> addresses;
  private final ZoneId zone;
  private final ProviderClient client;
  private final DocumentCollection<Copy> copies;
  private final InstantSource clock;
  private final AtomicReference<Known> known = new AtomicReference<>();

  /**
   * Copy of a calendar. Its address is a secret, so only a digest is stored.
   *
   * @param id digest of the address
   * @param spans null before the first success
   * @param problem why the last attempt failed; null if it succeeded
   */
  private record Copy(
      String id, String host, List<Span> spans, Instant readAt, Instant triedAt, String problem) {}

  private record Span(Instant start, Instant end) {}

  private record Known(List<TimeSpan> busy, Instant at) {}

  /**
   * @param addresses of calendars, with http or https
   * @param zone the owner's
   */
  public BusyCalendars(
      List<String> addresses,
      ZoneId zone,
      ProviderClient client,
      Documents documents,
      InstantSource clock) {
    this.addresses = List.copyOf(addresses);
    this.zone = zone;
    this.client = client;
    this.copies = documents.collection("busyCalendars", Copy.class);
    this.clock = clock;
  }

  /** Returns the busy times that overlap a span. Blocks. */
  public List<TimeSpan> within(TimeSpan span) {
    Instant now = clock.instant();
    Known current = known.get();
    if (current == null || current.at().plus(REMEMBERED).isBefore(now)) {
      current = new Known(stored(), now);
      known.set(current);
    }
    return current.busy().stream().filter(span::overlaps).toList();
  }

  private List<TimeSpan> stored() {
    List<String> ids = addresses.stream().map(BusyCalendars::id).toList();
    return copies.find(Query.where("_id").in(ids).json(), Query.all(), 0, 0).stream()
        .flatMap(copy -> copy.spans() == null ? Stream.empty() : copy.spans().stream())
        .map(span -> new TimeSpan(span.start(), span.end()))
        .toList();
  }

  /** Reads all calendars. Blocks. */
  public void refresh() {
    List<String> problems = new ArrayList<>();
    for (String address : addresses) {
      Instant now = clock.instant();
      Optional<Copy> before = copies.find(id(address));
      String host = URI.create(address).getHost();
      try {
        List<Span> spans =
            CalendarFile.busy(text(address), zone, now.minus(BEHIND), now.plus(AHEAD)).stream()
                .map(span -> new Span(span.start(), span.end()))
                .toList();
        copies.save(new Copy(id(address), host, spans, now, now, null), id(address));
      } catch (ApiException | IllegalArgumentException e) {
        String problem = Objects.requireNonNullElse(e.getMessage(), "it cannot be read");
        problems.add(host + ": " + problem);
        copies.save(
            new Copy(
                id(address),
                host,
                before.map(Copy::spans).orElse(null),
                before.map(Copy::readAt).orElse(null),
                now,
                problem),
            id(address));
      }
    }
    known.set(null);
    if (!problems.isEmpty()) {
      LOG.warn("busy times not read, the last copy is used: {}", String.join("; ", problems));
    }
  }

  private String text(String address) {
    ProviderReply reply =
        client.call(ProviderRequest.get(address).conditional().followingOwnRedirects(2));
    if (!reply.ok()) {
      throw new IllegalArgumentException("status " + reply.status());
    }
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private static String id(String address) {
    return Sha256.hex("busy calendar " + address, ID_BYTES);
  }
}
