package dev.gatehouse.security;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
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
  private static final ClientAddress GONE = new ClientAddress("unknown", "", true, false);

  private final CidrSet trustedProxies;
  private final CidrSet allowList;
  private final InstantSource clock;
  private final AtomicReference<Instant> warned = new AtomicReference<>(Instant.MIN);

  /** Cache for addresses without forwarding headers, since a client sends many requests. */
  private final Map<String, ClientAddress> direct = new ConcurrentHashMap<>();

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
    return behind(
        hop,
        forwardedFor.isEmpty()
            ? ForwardedHops.ofForwarded(forwarded)
            : ForwardedHops.ofForwardedFor(forwardedFor));
  }

  private ClientAddress direct(String peer) {
    ClientAddress known = direct.get(peer);
    if (known != null) {
      return known;
    }
    ClientAddress read = IpAddress.parse(peer).map(ip -> address(ip, true)).orElse(GONE);
    if (direct.size() >= MAX_DIRECT) {
      // Clearing everything is rare and cheap: active addresses are parsed once more.
      direct.clear();
    }
    direct.put(peer, read);
    return read;
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
        return ClientAddress.of(last, last.equals(proxy), false);
      }
      last = next.get();
      if (!trustedProxies.contains(last)) {
        break;
      }
    }
    return address(last, last.equals(proxy));
  }

  private ClientAddress address(IpAddress ip, boolean direct) {
    return ClientAddress.of(ip, direct, allowList.isEmpty() || !allowList.contains(ip));
  }

  private ClientAddress unnamedProxy(IpAddress peer) {
    Instant now = clock.instant();
    Instant last = warned.get();
    if (!now.isBefore(last.plus(BETWEEN_WARNINGS)) && warned.compareAndSet(last, now)) {
      LOG.warn(
          "{} sends forwarding headers but is not a trusted proxy:"
              + " all its clients count as one client, which is never banned."
              + " If it is your proxy, add it to GATEHOUSE_SECURITY_TRUSTED_PROXIES",
          peer.key());
    }
    return ClientAddress.of(peer, true, false);
  }
}
