package dev.gatehouse.areas.commerce.feeds;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/** JSON feed at a web address, requested with configured headers. */
public record JsonFeed(ProviderClient client, Address address) {
  private static final int MAX_BYTES = 8 << 20;
  private static final String PLACE = "{asin}";

  /**
   * Address of a feed.
   *
   * @param url in which {@code {asin}} is replaced by a product's ASIN; empty for none
   * @param headers sent with each request
   */
  public record Address(String url, Map<String, String> headers) {
    /**
     * Reads the address from two settings.
     *
     * @param url the key of the address
     * @param headers the key of the headers, {@code Name=value, …}
     */
    public static Address read(Section own, String url, String headers) {
      Map<String, String> all = new LinkedHashMap<>();
      for (String entry : own.list(headers)) {
        Check.that(
            entry.matches("[A-Za-z0-9-]+=[\\x20-\\x7e]+"),
            own.key(headers) + " must be Name=value, comma-separated");
        String[] halves = entry.split("=", 2);
        all.put(halves[0], halves[1].strip());
      }
      return new Address(own.urlTemplate(url), all);
    }
  }

  /**
   * Fetches a product. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException 502, 503 or 504 if it cannot be fetched
   */
  public <R> R fetch(String asin, Function<JsonNode, R> read) {
    ProviderRequest request =
        ProviderRequest.get(address.url().replace(PLACE, ProviderRequest.encode(asin)))
            .conditional();
    for (Map.Entry<String, String> header : address.headers().entrySet()) {
      request = request.with(header.getKey(), header.getValue());
    }
    ProviderReply reply = client.call(request);
    if (reply.ok() && !AcceptableText.isUtf8(reply.body())) {
      throw client.failed("the feed is not in UTF-8");
    }
    return client.read(reply, JsonNode.class, read);
  }

  /**
   * Reads a file. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException 500 if the file is missing, too large, not JSON or of
   *     another structure
   */
  public static <R> R ofFile(Path file, Function<JsonNode, R> read) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("more than " + MAX_BYTES + " bytes");
      }
      if (!AcceptableText.isUtf8(bytes)) {
        throw new IOException("not in UTF-8");
      }
      return read.apply(Json.decode(bytes, JsonNode.class));
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw ApiError.of(ErrorCode.DATA_UNREADABLE, "the stored data cannot be read")
          .because(file.getFileName() + ": " + e.getClass().getSimpleName())
          .exception(e);
    }
  }
}
