package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.extension.ApiRefusal;
import dev.gatehouse.area.extension.WebService;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.PublicAddresses;

/**
 * A web service that an extension calls. The address may come from a visitor, so it must not lead
 * into the node's own network, unless the owner has set it.
 *
 * @param resolver resolves a host within a limit
 * @param allowed whether an origin is in a setting of the extension
 */
record RemoteService(ProviderClient client, Resolver resolver, Predicate<String> allowed)
    implements WebService {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Set<String> SCHEMES = Set.of("http", "https");

  /** Resolves the name of a host. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  @Override
  public Reply get(String url, Map<String, String> headers) {
    return call(ProviderRequest.get(checked(url)), url, headers);
  }

  @Override
  public Reply post(
      String url,
      Map<String, String> headers,
      String contentType,
      byte[] body,
      boolean repeatable) {
    return call(
        ProviderRequest.post(checked(url), body, repeatable).with("Content-Type", contentType),
        url,
        headers);
  }

  private static String checked(String url) {
    origin(url);
    return url;
  }

  /**
   * Returns the scheme, host and port of a URL.
   *
   * @throws ApiRefusal if it is not an absolute http or https URL, or has a user
   */
  static String origin(String url) {
    try {
      URI uri = new URI(url);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (SCHEMES.contains(scheme) && uri.getHost() != null && uri.getRawUserInfo() == null) {
        return ProviderRequest.origin(uri);
      }
    } catch (URISyntaxException e) {
      // Not a URL, as the others.
    }
    throw ApiRefusal.invalid("url", "must be an absolute http or https URL without a user");
  }

  private Reply call(ProviderRequest request, String url, Map<String, String> headers) {
    ProviderRequest whole = request;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      whole = whole.with(header.getKey(), header.getValue());
    }
    if (!allowed.test(origin(url))) {
      whole = publicly(whole, URI.create(url).getHost());
    }
    ProviderReply reply = client.call(whole);
    return new Reply(reply.status(), reply.body());
  }

  /** Calls the address that was checked, because a second resolution may return another one. */
  private ProviderRequest publicly(ProviderRequest request, String host) {
    InetAddress[] addresses;
    try {
      addresses =
          resolver.resolve(host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
    } catch (UnknownHostException e) {
      throw ApiRefusal.unavailable(host + " cannot be found", SOON);
    }
    if (!Arrays.stream(addresses).allMatch(PublicAddresses::contains)) {
      throw ApiRefusal.denied(
          host + " is in a private network: set its URL in the extension's settings to allow it");
    }
    return request.at(addresses[0]);
  }
}
