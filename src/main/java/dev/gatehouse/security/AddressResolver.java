package dev.gatehouse.security;

import module java.base;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resolves the client address of a connection. This is the socket's address or, behind trusted
 * proxies, the rightmost address in the forwarding headers that is not a trusted proxy.
 */
public final class AddressResolver {
  private static final Logger LOG = LoggerFactory.getLogger(AddressResolver.class);
  private static final Duration BETWEEN_WARNINGS = Duration.ofHours(1);
  private static final int MAX_DIRECT = 1_024;

  /** Requests after which a proxy that never named a client is reported. */
  private static final int MORE_THAN_CHECKS = 100;

  private static final ClientAddress GONE = new ClientAddress("unknown", "", true, false, false);

  private final CidrSet trustedProxies;
  private final CidrSet allowList;
  private final InstantSource clock;
  private final Cause untrustedCause =
      new Cause(
          "%s sends forwarding headers but is not a trusted proxy: all its clients count as one, and none is banned."
              + " If it is your proxy, name it in GATEHOUSE_SECURITY_TRUSTED_PROXIES");
  private final Cause withoutHeadersCause =
      new Cause(
          "requests arrive from your proxy %s without X-Forwarded-For: all its clients count as one,"
              + " and none is banned. Only its own health checks may lack the header");
  private final Cause privatePeerCause =
      new Cause(
          "%s requested what bans other addresses, but is not banned, because all visitors may be behind a"
              + " private address. If it is your proxy, let it send X-Forwarded-For, and name it in"
              + " GATEHOUSE_SECURITY_TRUSTED_PROXIES");

  /** Cache for addresses without forwarding headers, since a client sends many requests. */
  private final Map<String, Direct> direct = new ConcurrentHashMap<>();

  private final LongAdder trusted = new LongAdder();
  private final LongAdder missing = new LongAdder();
  private final LongAdder ignored = new LongAdder();

  /**
   * Address of a request without forwarding headers.
   *
   * @param proxy whether it is that of a trusted proxy
   */
  private record Direct(ClientAddress address, boolean proxy) {}

  /**
   * @param allowList addresses that are exempt from bans, but not from other limits
   */
  public AddressResolver(CidrSet trustedProxies, CidrSet allowList, InstantSource clock) {
    this.trustedProxies = trustedProxies;
    this.allowList = allowList;
    this.clock = clock;
  }

  /**
   * Returns the address of a request. {@code X-Forwarded-For} takes precedence over {@code
   * Forwarded}, because most proxies set the former and pass the latter on unchanged.
   *
   * @param peer the socket's address; null if the connection is already closed
   * @param forwardedFor every {@code X-Forwarded-For} header, in order
   * @param forwarded every {@code Forwarded} header, in order
   */
  public ClientAddress resolve(String peer, List<String> forwardedFor, List<String> forwarded) {
    if (peer == null) {
      return GONE;
    }
    if (forwardedFor.isEmpty() && forwarded.isEmpty()) {
      return direct(peer);
    }
    Optional<IpAddress> socket = IpAddress.parse(peer);
    if (socket.isEmpty()) {
      return GONE;
    }
    IpAddress hop = socket.get();
    if (!trustedProxies.contains(hop)) {
      return CidrSet.PRIVATE.contains(hop) ? unnamedProxy(hop) : address(hop, true);
    }
    trusted.increment();
    if (forwardedFor.isEmpty()) {
      return behind(hop, ForwardedHops.ofForwarded(forwarded));
    }
    return behind(hop, ForwardedHops.ofForwardedFor(forwardedFor));
  }

  /** Publishes how many requests came through proxies. */
  public void publish(MeterRegistry registry) {
    count(registry, "trusted", trusted);
    count(registry, "missing", missing);
    count(registry, "ignored", ignored);
  }

  private static void count(MeterRegistry registry, String headers, LongAdder counter) {
    FunctionCounter.builder("gatehouse.proxy.requests", counter, LongAdder::sum)
        .description(
            "Requests through proxies, by forwarding headers: trusted, missing (a trusted proxy sent"
                + " none) or ignored (from a private address that is no trusted proxy)")
        .tag("headers", headers)
        .register(registry);
  }

  private ClientAddress direct(String peer) {
    Direct known = direct.get(peer);
    if (known == null) {
      known =
          IpAddress.parse(peer)
              .map(ip -> new Direct(address(ip, true), trustedProxies.contains(ip)))
              .orElse(new Direct(GONE, false));
      if (direct.size() >= MAX_DIRECT) {
        // Clearing everything is rare and cheap: active addresses are parsed once more.
        direct.clear();
      }
      direct.put(peer, known);
    }
    if (known.proxy()) {
      missing.increment();
      if (trusted.sum() == 0 && missing.sum() >= MORE_THAN_CHECKS) {
        withoutHeadersCause.seen(known.address().key());
      }
    }
    return known.address();
  }

  /**
   * Returns the key of a socket's address; empty for a trusted proxy, which serves many clients.
   *
   * @param address the socket's address as text
   */
  public String peer(String address) {
    return IpAddress.parse(address)
        .filter(ip -> !trustedProxies.contains(ip))
        .map(IpAddress::key)
        .orElse("");
  }

  private ClientAddress behind(IpAddress proxy, List<String> hops) {
    IpAddress last = proxy;
    for (String hop : hops.reversed()) {
      Optional<IpAddress> next = IpAddress.parse(hop);
      if (next.isEmpty()) {
        // The client behind an unreadable entry is unknown. A ban would hit the proxy and all its
        // clients.
        return ClientAddress.of(last, last.equals(proxy), false, false);
      }
      last = next.get();
      if (!trustedProxies.contains(last)) {
        break;
      }
    }
    return address(last, last.equals(proxy));
  }

  private ClientAddress address(IpAddress ip, boolean direct) {
    boolean proxy = trustedProxies.contains(ip);
    boolean shared = proxy || (direct && CidrSet.PRIVATE.contains(ip));
    return ClientAddress.of(ip, direct, !shared && !allowList.contains(ip), proxy);
  }

  /** Logs why a client that requested what bans others is not banned, if the cause is a setting. */
  public void spared(ClientAddress client) {
    if (client.proxy()) {
      withoutHeadersCause.seen(client.key());
    } else if (client.direct()
        && IpAddress.parse(client.exact()).filter(CidrSet.PRIVATE::contains).isPresent()) {
      privatePeerCause.seen(client.key());
    }
  }

  private ClientAddress unnamedProxy(IpAddress peer) {
    ignored.increment();
    untrustedCause.seen(peer.key());
    return ClientAddress.of(peer, true, false, false);
  }

  /** Returns why clients share an address, if that was seen within the last hour. */
  public Optional<String> hint() {
    return Stream.of(untrustedCause, withoutHeadersCause, privatePeerCause)
        .flatMap(cause -> cause.recent().stream())
        .findFirst();
  }

  /** Reason why all clients of a proxy share an address. Logged once an hour while it is seen. */
  private final class Cause {
    private final String message;
    private final AtomicReference<Instant> logged = new AtomicReference<>(Instant.MIN);
    private final AtomicReference<Sighting> last = new AtomicReference<>();

    private record Sighting(String address, Instant at) {}

    Cause(String message) {
      this.message = message;
    }

    void seen(String address) {
      Instant now = clock.instant();
      last.set(new Sighting(address, now));
      Instant before = logged.get();
      if (!now.isBefore(before.plus(BETWEEN_WARNINGS)) && logged.compareAndSet(before, now)) {
        LOG.warn("{}", message.formatted(address));
      }
    }

    Optional<String> recent() {
      return Optional.ofNullable(last.get())
          .filter(seen -> clock.instant().isBefore(seen.at().plus(BETWEEN_WARNINGS)))
          .map(seen ->
              "%s (last request at %s)"
                  .formatted(
                      message.formatted(seen.address()),
                      seen.at().truncatedTo(ChronoUnit.SECONDS)));
    }
  }

  /** Parser for the hops in forwarding headers, nearest last. Repeated headers form one list. */
  private static final class ForwardedHops {
    private ForwardedHops() {}

    /** Parses {@code X-Forwarded-For: client, proxy}. */
    static List<String> ofForwardedFor(List<String> headers) {
      List<String> hops = new ArrayList<>();
      for (String header : headers) {
        for (String hop : header.split(",", -1)) {
          if (!hop.isBlank()) {
            hops.add(hop);
          }
        }
      }
      return hops;
    }

    /**
     * Parses {@code Forwarded: for=client;proto=https, for="[2001:db8::17]:4711"} (RFC 7239). An
     * element without "for" yields "".
     */
    static List<String> ofForwarded(List<String> headers) {
      List<String> hops = new ArrayList<>();
      for (String header : headers) {
        for (String element : split(header, ',')) {
          if (!element.isBlank()) {
            hops.add(forNode(element));
          }
        }
      }
      return hops;
    }

    private static String forNode(String element) {
      for (String pair : split(element, ';')) {
        String trimmed = pair.strip();
        if (trimmed.regionMatches(true, 0, "for=", 0, 4)) {
          String node = trimmed.substring(4).strip();
          boolean quoted = node.length() >= 2 && node.startsWith("\"") && node.endsWith("\"");
          return quoted ? node.substring(1, node.length() - 1) : node;
        }
      }
      return "";
    }

    /** Splits text at a separator outside quoted strings. */
    private static List<String> split(String text, char separator) {
      List<String> parts = new ArrayList<>();
      boolean quoted = false;
      int start = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '\\' && quoted) {
          i++;
        } else if (c == '"') {
          quoted = !quoted;
        } else if (c == separator && !quoted) {
          parts.add(text.substring(start, i));
          start = i + 1;
        }
      }
      parts.add(text.substring(start));
      return parts;
    }
  }
}
