package dev.gatehouse.provider;

import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A call to make to a provider.
 *
 * @param uri absolute
 * @param headers besides Accept and User-Agent
 * @param body null for none; its Content-Type is among the headers
 * @param repeatable whether it may be sent again when it is not known what became of it
 */
public record UpstreamRequest(
    HttpMethod method, String uri, Map<String, String> headers, byte[] body, boolean repeatable) {

  public static UpstreamRequest get(String uri) {
    return new UpstreamRequest(HttpMethod.GET, uri, Map.of(), null, true);
  }

  /**
   * @param repeatable when the provider knows a request again, or it changes nothing
   */
  public static UpstreamRequest post(String uri, byte[] json, boolean repeatable) {
    return new UpstreamRequest(
        HttpMethod.POST, uri, Map.of("Content-Type", "application/json"), json, repeatable);
  }

  /** A form as token endpoints take it; asking twice does no harm there. */
  public static UpstreamRequest form(String uri, Map<String, String> fields) {
    return new UpstreamRequest(
        HttpMethod.POST,
        uri,
        Map.of("Content-Type", "application/x-www-form-urlencoded"),
        query(fields).getBytes(StandardCharsets.US_ASCII),
        true);
  }

  public static UpstreamRequest delete(String uri) {
    return new UpstreamRequest(HttpMethod.DELETE, uri, Map.of(), null, true);
  }

  /** This request with one more header. */
  public UpstreamRequest with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new UpstreamRequest(method, uri, more, body, repeatable);
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
