package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.provider.CallException.FailureKind;
import io.vertx.core.http.HttpMethod;

/**
 * A request to a provider.
 *
 * @param uri absolute, http or https
 * @param headers headers besides User-Agent, and besides Accept if it is JSON
 * @param body null for none; its Content-Type is among the headers
 * @param repeatable whether it may be sent again after an unknown outcome
 * @param revalidated whether to send the validators of a stored reply
 * @param redirects maximum number of redirects that are followed
 * @param quota the provider's quota that the call counts under; usually empty
 * @param address address of the host, if it was already resolved and checked
 */
public record ProviderRequest(
    HttpMethod method,
    String uri,
    Map<String, String> headers,
    byte[] body,
    boolean repeatable,
    boolean revalidated,
    int redirects,
    String quota,
    Optional<InetAddress> address) {
  private static final String JSON = "application/json";
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private ProviderRequest(
      HttpMethod method, String uri, String type, byte[] body, boolean repeatable) {
    this(
        method,
        uri,
        type == null ? Map.of() : Map.of("Content-Type", type),
        body,
        repeatable,
        false,
        0,
        "",
        Optional.empty());
  }

  public static ProviderRequest get(String uri) {
    return new ProviderRequest(HttpMethod.GET, uri, null, null, true);
  }

  /**
   * Returns a POST request with JSON.
   *
   * @param repeatable true if the provider detects repeated requests, or if it changes nothing
   */
  public static ProviderRequest post(String uri, byte[] json, boolean repeatable) {
    return new ProviderRequest(HttpMethod.POST, uri, JSON, json, repeatable);
  }

  /**
   * Returns a form request for token endpoints. It is repeatable, because a repeat does no harm.
   */
  public static ProviderRequest form(String uri, Map<String, String> fields) {
    return new ProviderRequest(
        HttpMethod.POST,
        uri,
        "application/x-www-form-urlencoded",
        query(fields).getBytes(StandardCharsets.US_ASCII),
        true);
  }

  /** Returns a PATCH request with JSON. A repeat must do no harm. */
  public static ProviderRequest patch(String uri, byte[] json) {
    return new ProviderRequest(HttpMethod.PATCH, uri, JSON, json, true);
  }

  public static ProviderRequest delete(String uri) {
    return new ProviderRequest(HttpMethod.DELETE, uri, null, null, true);
  }

  /** Returns this request with a header added or replaced. */
  public ProviderRequest with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.keySet().removeIf(name::equalsIgnoreCase);
    more.put(name, value);
    return new ProviderRequest(
        method, uri, more, body, repeatable, revalidated, redirects, quota, address);
  }

  /**
   * Returns this GET request made conditional ({@code ETag}, {@code Last-Modified}). An unchanged
   * reply is not sent again, and with most providers does not count against a quota.
   */
  public ProviderRequest conditional() {
    return new ProviderRequest(
        method, uri, headers, body, repeatable, true, redirects, quota, address);
  }

  /** Returns this GET request with redirects enabled within its own origin only. */
  public ProviderRequest followingOwnRedirects(int max) {
    return new ProviderRequest(
        method, uri, headers, body, repeatable, revalidated, max, quota, address);
  }

  /** Returns this request with a separate quota. A pause then applies to that quota only. */
  public ProviderRequest countedUnder(String quota) {
    return new ProviderRequest(
        method, uri, headers, body, repeatable, revalidated, redirects, quota, address);
  }

  /** Returns this request for a host address that was already resolved and checked. */
  public ProviderRequest at(InetAddress address) {
    return new ProviderRequest(
        method,
        uri,
        headers,
        body,
        repeatable,
        revalidated,
        redirects,
        quota,
        Optional.of(address));
  }

  /** Returns this request with another address of the same origin. */
  ProviderRequest to(String other) {
    return new ProviderRequest(
        method, other, headers, body, repeatable, revalidated, redirects, quota, address);
  }

  /**
   * Returns this request for the target of a redirect.
   *
   * @throws CallException if the target is not within the origin
   */
  ProviderRequest redirected(ProviderReply reply) {
    try {
      URI target = URI.create(uri).resolve(reply.header("Location").orElse(""));
      if (target.getHost() != null && target.getRawUserInfo() == null) {
        if (origin(target).equals(origin())) {
          return to(target.toString());
        }
        throw CallException.of(
            FailureKind.REDIRECT, "redirect not followed: it leads to another origin");
      }
    } catch (IllegalArgumentException e) {
      // The target is invalid, too.
    }
    throw CallException.of(FailureKind.REDIRECT, "redirect not followed: its target is invalid");
  }

  /** Returns the scheme, host and port. */
  String origin() {
    return origin(URI.create(uri));
  }

  /** Returns the scheme, host and port of a URL, in lower case. */
  public static String origin(URI uri) {
    return (uri.getScheme() + "://" + uri.getHost() + ':' + port(uri)).toLowerCase(Locale.ROOT);
  }

  static int port(URI uri) {
    int usual = "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    return uri.getPort() < 0 ? usual : uri.getPort();
  }

  /** Encodes names and values for a query or a form. */
  public static String query(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encode(field.getKey()) + '=' + encode(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  /** Returns whether a reply is a redirect that the request allows to follow. */
  boolean follows(ProviderReply reply) {
    return redirects > 0 && method.equals(HttpMethod.GET) && REDIRECTS.contains(reply.status());
  }

  /** Encodes a text as one path segment or one value. */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
