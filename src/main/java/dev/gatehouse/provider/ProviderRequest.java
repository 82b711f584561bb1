package dev.gatehouse.provider;

import io.vertx.core.http.HttpMethod;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A call to make to a provider.
 *
 * @param uri absolute, http or https
 * @param headers besides User-Agent, and Accept where it is JSON
 * @param body null for none; its Content-Type is among the headers
 * @param handling how it is to be made
 */
public record ProviderRequest(
    HttpMethod method, String uri, Map<String, String> headers, byte[] body, Handling handling) {

  /**
   * The way in which a call is made.
   *
   * @param repeatable whether it may be sent again when it is not known what became of it
   * @param conditional whether the provider is told what we have of it already
   * @param quota the provider's name for what the call is counted under; mostly empty
   * @param address of the host, where that has been looked up and judged already
   */
  record Handling(
      boolean repeatable,
      boolean conditional,
      Redirection redirection,
      String quota,
      Optional<InetAddress> address) {
    static final Handling REPEATABLE =
        new Handling(true, false, Redirection.NONE, "", Optional.empty());
    static final Handling ONCE = new Handling(false, false, Redirection.NONE, "", Optional.empty());
  }

  /**
   * The redirects that are followed.
   *
   * @param leaves whether to other origins, too
   */
  record Redirection(int max, boolean leaves) {
    static final Redirection NONE = new Redirection(0, false);
  }

  public static ProviderRequest get(String uri) {
    return new ProviderRequest(HttpMethod.GET, uri, Map.of(), null, Handling.REPEATABLE);
  }

  /**
   * A request with JSON.
   *
   * @param repeatable when the provider knows a request again, or it changes nothing
   */
  public static ProviderRequest post(String uri, byte[] json, boolean repeatable) {
    return new ProviderRequest(
        HttpMethod.POST,
        uri,
        Map.of("Content-Type", "application/json"),
        json,
        repeatable ? Handling.REPEATABLE : Handling.ONCE);
  }

  /** A form as token endpoints take it; asking twice does no harm there. */
  public static ProviderRequest form(String uri, Map<String, String> fields) {
    return new ProviderRequest(
        HttpMethod.POST,
        uri,
        Map.of("Content-Type", "application/x-www-form-urlencoded"),
        query(fields).getBytes(StandardCharsets.US_ASCII),
        Handling.REPEATABLE);
  }

  public static ProviderRequest delete(String uri) {
    return new ProviderRequest(HttpMethod.DELETE, uri, Map.of(), null, Handling.REPEATABLE);
  }

  /** This request with one more header, or another value of it. */
  public ProviderRequest with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.keySet().removeIf(name::equalsIgnoreCase);
    more.put(name, value);
    return new ProviderRequest(method, uri, more, body, handling);
  }

  /**
   * This request, a GET, made conditional ({@code ETag}, {@code Last-Modified}): an answer that has
   * not changed is not sent again, and with most providers costs no quota.
   */
  public ProviderRequest conditional() {
    return with(
        new Handling(
            handling.repeatable, true, handling.redirection, handling.quota, handling.address));
  }

  /**
   * This request, a GET, which follows redirects: to https from https, and to public addresses
   * unless its own is a private one. Another origin is told none of its headers but Accept.
   */
  public ProviderRequest followingRedirects(int max) {
    return with(new Redirection(max, true));
  }

  /** This request, a GET, which follows redirects within its own origin and no others. */
  public ProviderRequest followingOwnRedirects(int max) {
    return with(new Redirection(max, false));
  }

  private ProviderRequest with(Redirection redirection) {
    return with(
        new Handling(
            handling.repeatable,
            handling.conditional,
            redirection,
            handling.quota,
            handling.address));
  }

  /**
   * This request, counted by the provider under a quota of its own: a pause holds for that only.
   */
  public ProviderRequest countedUnder(String quota) {
    return with(
        new Handling(
            handling.repeatable,
            handling.conditional,
            handling.redirection,
            quota,
            handling.address));
  }

  /** This request, sent to an address of the host that has been looked up and judged already. */
  public ProviderRequest at(InetAddress address) {
    return with(
        new Handling(
            handling.repeatable,
            handling.conditional,
            handling.redirection,
            handling.quota,
            Optional.of(address)));
  }

  private ProviderRequest with(Handling other) {
    return new ProviderRequest(method, uri, headers, body, other);
  }

  /** This request to another address of the same origin. */
  ProviderRequest to(String other) {
    return new ProviderRequest(method, other, headers, body, handling);
  }

  /** Another address to be asked the same; only the same origin is told the same headers. */
  ProviderRequest redirected(URI target, Optional<InetAddress> address) {
    Map<String, String> told = new LinkedHashMap<>(headers);
    if (!origin(target).equals(origin())) {
      told.keySet().removeIf(name -> !name.equalsIgnoreCase("Accept"));
    }
    var handled = new Handling(true, false, Redirection.NONE, handling.quota, address);
    return new ProviderRequest(method, target.toString(), told, null, handled);
  }

  /** Scheme, host and port. */
  String origin() {
    return origin(URI.create(uri));
  }

  static String origin(URI uri) {
    return (uri.getScheme() + "://" + uri.getHost() + ':' + port(uri)).toLowerCase(Locale.ROOT);
  }

  static int port(URI uri) {
    int usual = "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    return uri.getPort() < 0 ? usual : uri.getPort();
  }

  /** Names and values, encoded for a query or a form. */
  public static String query(Map<String, String> fields) {
    StringBuilder query = new StringBuilder();
    fields.forEach((name, value) ->
        query
            .append(query.isEmpty() ? "" : "&")
            .append(encode(name))
            .append('=')
            .append(encode(value)));
    return query.toString();
  }

  /** A text as one segment of a path, or as one value. */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
