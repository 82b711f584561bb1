package dev.gatehouse.areas.site.deployment;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.provider.PublicAddresses;
import io.netty.util.NetUtil;

/**
 * This server's address. The configured address is used first, then the one that an internet
 * service sees, then an interface's address, with public addresses first. Information from clients
 * is never used.
 */
public final class OwnAddress {
  static final ProviderOptions OPTIONS =
      ProviderOptions.of("ip").withTimeout(Duration.ofSeconds(5)).withMaxReplyBytes(1_024);
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(24));

  private final DeploymentSettings settings;
  private final ProviderClient provider;
  private final ProviderCache<String> addressCache;
  private final Interfaces interfaces;

  /** This server's address, and the age of an internet service's reply. */
  record Known(String ip, Freshness freshness) {}

  /** Returns the addresses of this machine's active interfaces, in order of interface index. */
  @FunctionalInterface
  interface Interfaces {
    List<InetAddress> addresses() throws SocketException;
  }

  public OwnAddress(DeploymentSettings settings, Providers providers) {
    this(settings, providers.client(OPTIONS), OwnAddress::ofThisMachine);
  }

  OwnAddress(DeploymentSettings settings, ProviderClient provider, Interfaces interfaces) {
    this.settings = settings;
    this.provider = provider;
    this.addressCache = provider.cache(AGES, 1);
    this.interfaces = interfaces;
  }

  /**
   * Returns the address. Blocks.
   *
   * @throws ApiException 502, 503 or 504 if it cannot be determined
   */
  Known get() {
    if (!settings.ip().isEmpty()) {
      return new Known(IpText.canonical(settings.ip()).orElse(settings.ip()), Freshness.NONE);
    }
    if (settings.ipUrl().isEmpty()) {
      return new Known(ofInterface(), Freshness.NONE);
    }
    ProviderCache.Fetched<String> fetched = addressCache.get("ip", this::ask);
    return new Known(fetched.value(), Freshness.of(fetched));
  }

  private String ask() {
    var reply = provider.call(ProviderRequest.get(settings.ipUrl()).with("Accept", "text/plain"));
    String text = new String(reply.body(), StandardCharsets.UTF_8).strip();
    return Optional.of(text)
        .filter(body -> reply.ok())
        .flatMap(IpText::canonical)
        .orElseThrow(() -> provider.failed("no IP address in a reply of status " + reply.status()));
  }

  private String ofInterface() {
    try {
      return interfaces.addresses().stream()
          .filter(address ->
              !(address.isLoopbackAddress()
                  || address.isLinkLocalAddress()
                  || address.isAnyLocalAddress()
                  || address.isMulticastAddress()))
          .min(Comparator.comparing(address -> !PublicAddresses.contains(address)))
          .map(IpText::of)
          .orElseThrow(() ->
              ApiException.of(
                  ErrorCode.NOT_CONFIGURED,
                  "this server's address is not known: set GATEHOUSE_DEPLOYMENT_IP or"
                      + " GATEHOUSE_DEPLOYMENT_IP_URL"));
    } catch (SocketException e) {
      throw ApiError.of(ErrorCode.ADDRESS_UNKNOWN, "this server's address cannot be determined")
          .because(e.toString())
          .exception(e);
    }
  }

  private static List<InetAddress> ofThisMachine() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .filter(OwnAddress::usable)
        .sorted(Comparator.comparing(NetworkInterface::getIndex))
        .flatMap(OwnAddress::addresses)
        .toList();
  }

  private static boolean usable(NetworkInterface each) {
    try {
      return each.isUp() && !each.isLoopback();
    } catch (SocketException e) {
      return false;
    }
  }

  /** Sorts IPv4 addresses first, because most clients can use only those. */
  private static Stream<InetAddress> addresses(NetworkInterface each) {
    return each.inetAddresses()
        .sorted(Comparator.comparing(address -> address.getAddress().length));
  }

  /**
   * IP addresses in canonical form (RFC 5952). An IPv4-mapped IPv6 address becomes an IPv4 address.
   */
  static final class IpText {
    private static final int MAX_LENGTH = 45;

    /** Returns the canonical form, or empty if the text is not an address. Never queries DNS. */
    static Optional<String> canonical(String text) {
      if (text.length() > MAX_LENGTH || text.indexOf('%') >= 0 || text.indexOf('[') >= 0) {
        return Optional.empty();
      }
      byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
      try {
        return bytes == null ? Optional.empty() : Optional.of(of(InetAddress.getByAddress(bytes)));
      } catch (UnknownHostException e) {
        throw new IllegalStateException("four or sixteen bytes are an address", e);
      }
    }

    static String of(InetAddress address) {
      return NetUtil.toAddressString(address);
    }
  }
}
