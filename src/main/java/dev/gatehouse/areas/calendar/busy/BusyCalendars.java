package dev.gatehouse.areas.calendar.busy;

import module java.base;

import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderHealth.Status;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
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
  private static final int ID_BYTES = 12;
  private static final String PROVIDER = "busy-";

  private final List<String> addresses;
  private final ZoneId zone;
  private final Map<String, ProviderClient> clients;
  private final DocumentCollection<Copy> copies;
  private final InstantSource clock;

  /**
   * Copy of a calendar. Its address is a secret, so only a digest is stored.
   *
   * @param id digest of the address
   * @param spans null before the first success
   * @param readAt time of the last success; null without one
   * @param failingSince time of the first failure after the last success; null if the last attempt
   *     succeeded
   * @param problem why the last attempt failed; null if it succeeded
   */
  private record Copy(
      String id,
      String host,
      List<Span> spans,
      Instant readAt,
      Instant triedAt,
      Instant failingSince,
      String problem) {
    /** Returns the problem, and what is used meanwhile. */
    String warning() {
      return host
          + " cannot be read: "
          + problem
          + (readAt == null
              ? "; its busy times are unknown"
              : "; the copy of " + readAt + " is used");
    }

    Status status() {
      Instant failedAt = problem == null ? null : triedAt;
      Instant since = problem == null ? null : Objects.requireNonNullElse(failingSince, triedAt);
      return new Status(PROVIDER + host, readAt, since, failedAt, problem);
    }
  }

  private record Span(Instant start, Instant end) {}

  /**
   * State of a calendar.
   *
   * @param readAt time of the last success; null without one
   * @param problem why the last attempt failed; null if it succeeded
   */
  public record State(String host, Instant readAt, Instant triedAt, String problem) {}

  /**
   * @param addresses of calendars, with http or https
   * @param zone the owner's
   * @param client creates the client of a host
   */
  public BusyCalendars(
      List<String> addresses,
      ZoneId zone,
      Function<String, ProviderClient> client,
      Documents documents,
      InstantSource clock) {
    this.addresses = List.copyOf(addresses);
    this.zone = zone;
    this.clients =
        addresses.stream()
            .map(BusyCalendars::host)
            .distinct()
            .collect(Collectors.toMap(Function.identity(), client));
    this.copies = collection(documents);
    this.clock = clock;
  }

  /** Returns what the owner should know of calendars that cannot be read; empty if all are. */
  public static Optional<String> warning(Documents documents, List<String> addresses) {
    String warnings =
        stored(collection(documents), addresses)
            .filter(copy -> copy.problem() != null)
            .map(Copy::warning)
            .collect(Collectors.joining(". "));
    return PlainText.nonEmpty(warnings);
  }

  /** Returns the outcome of the latest calls, by any node and before a restart. Blocks. */
  public static List<Status> statuses(Documents documents, List<String> addresses) {
    return stored(collection(documents), addresses).map(Copy::status).toList();
  }

  private static DocumentCollection<Copy> collection(Documents documents) {
    return documents.collection("busyCalendars", Copy.class);
  }

  /** Returns the copies of calendars. Those of former addresses may still be stored. */
  private static Stream<Copy> stored(DocumentCollection<Copy> copies, List<String> addresses) {
    List<String> ids = addresses.stream().map(BusyCalendars::id).toList();
    return copies.find(Query.where("_id").in(ids).json(), Query.all(), 0, 0).stream();
  }

  public static String provider(String host) {
    return PROVIDER + host;
  }

  /** Returns the stored busy times. Blocks. */
  Stream<BusyTime> times() {
    return stored()
        .filter(copy -> copy.spans() != null)
        .flatMap(copy ->
            copy.spans().stream()
                .map(span ->
                    new BusyTime(null, "", copy.host(), new TimeSpan(span.start(), span.end()))));
  }

  /** Returns the state of each calendar that was read. Blocks. */
  public List<State> states() {
    return stored()
        .map(copy -> new State(copy.host(), copy.readAt(), copy.triedAt(), copy.problem()))
        .toList();
  }

  private Stream<Copy> stored() {
    return stored(copies, addresses);
  }

  /** Reads all calendars, and deletes the copies of other ones. Blocks. */
  public void refresh() {
    Map<String, String> problems = new TreeMap<>();
    for (String address : addresses) {
      Copy copy = read(address);
      copies.save(copy, copy.id());
      if (copy.problem() != null) {
        problems.put(copy.host(), copy.problem());
      }
    }
    List<String> ids = addresses.stream().map(BusyCalendars::id).toList();
    copies.find(Query.all(), Query.all(), 0, 0).stream()
        .filter(copy -> !ids.contains(copy.id()))
        .forEach(copy -> copies.delete(Query.id(copy.id())));
    if (!problems.isEmpty()) {
      LOG.warn("busy times not read, the last copy is used problems={}", problems);
    }
  }

  private Copy read(String address) {
    Instant now = clock.instant();
    String host = host(address);
    ProviderClient client = clients.get(host);
    String problem;
    try {
      ProviderReply reply =
          client.call(ProviderRequest.get(address).conditional().followingOwnRedirects(2));
      if (reply.ok()) {
        String text = EventText.decoded(reply.body());
        List<Span> spans =
            CalendarFile.busy(text, zone, now.minus(BEHIND), now.plus(AHEAD)).stream()
                .map(span -> new Span(span.start(), span.end()))
                .toList();
        return new Copy(id(address), host, spans, now, now, null, null);
      }
      problem = "status " + reply.status();
      client.failed(problem);
    } catch (ApiException e) {
      problem = e.failure().message().replace(provider(host), "the server");
    } catch (IllegalArgumentException e) {
      problem = Objects.requireNonNullElse(e.getMessage(), "the file is invalid");
      client.failed(problem);
    }
    Optional<Copy> before = copies.find(id(address));
    return new Copy(
        id(address),
        host,
        before.map(Copy::spans).orElse(null),
        before.map(Copy::readAt).orElse(null),
        now,
        before.map(Copy::failingSince).orElse(now),
        problem);
  }

  private static String host(String address) {
    return URI.create(address).getHost();
  }

  private static String id(String address) {
    return Sha256.hex("busy calendar " + address, ID_BYTES);
  }
}
