package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.caching.MemoryCache;
import io.vertx.core.MultiMap;

/**
 * Caches a provider's latest replies for conditional requests ({@code ETag}, {@code
 * Last-Modified}), keyed by request, so that unchanged replies are not sent again. Bodies are
 * stored compressed, with only the headers that describe the body. Bounded in bytes.
 */
final class ConditionalRequestCache {
  private static final long MAX_BYTES = 8L << 20;

  /** Memory of a reply besides its body: its request key, its headers and its map entry. */
  private static final int OVERHEAD_BYTES = 1_024;

  private static final String TAG = "ETag";
  private static final String TIME = "Last-Modified";

  /** Headers that a 304 may omit because they are unchanged (RFC 9110, section 15.4.5). */
  private static final List<String> KEPT_HEADERS = List.of(TAG, TIME, "Link", "Content-Type");

  private final MemoryCache<Question, Known> cache = MemoryCache.ofWeight(MAX_BYTES, Known::size);

  /** Request key with everything that its reply may depend on, including its credential. */
  private record Question(String uri, Map<String, String> headers) {}

  /**
   * A reply with status 200.
   *
   * @param body compressed body
   */
  private record Known(Map<String, List<String>> headers, byte[] body) {
    long size() {
      return (long) OVERHEAD_BYTES + body.length;
    }

    Optional<String> header(String name) {
      return headers.getOrDefault(name, List.of()).stream().findFirst();
    }
  }

  /** Returns the request with conditional headers, if a stored reply exists. */
  ProviderRequest conditions(ProviderRequest request) {
    Optional<Known> known = known(request);
    Optional<String> tag = known.flatMap(reply -> reply.header(TAG));
    Optional<String> time = known.flatMap(reply -> reply.header(TIME));
    ProviderRequest conditional = tag.map(it -> request.with("If-None-Match", it)).orElse(request);
    return time.map(it -> conditional.with("If-Modified-Since", it)).orElse(conditional);
  }

  /**
   * Returns the effective reply: a 304 is replaced by the stored reply. Stores a reply that allows
   * conditional requests.
   *
   * @param request without the conditions
   */
  ProviderReply resolve(ProviderRequest request, ProviderReply reply) {
    if (reply.status() == 304) {
      return known(request)
          .map(known -> unchanged(known, reply.headers()))
          .orElseThrow(() ->
              CallException.of(
                  FailureKind.UNREADABLE, "not modified, but no earlier reply is stored"));
    }
    boolean keeps =
        reply.status() == 200 && (reply.header(TAG).isPresent() || reply.header(TIME).isPresent());
    if (keeps) {
      cache.put(question(request), known(reply));
    }
    return reply;
  }

  /**
   * Combines the stored body with the current headers, because quotas and the provider's clock
   * change.
   */
  private static ProviderReply unchanged(Known known, MultiMap now) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().addAll(now);
    known
        .headers()
        .forEach((name, values) -> {
          if (!headers.contains(name)) {
            headers.add(name, values);
          }
        });
    return new ProviderReply(200, headers, unpacked(known.body()));
  }

  private static Known known(ProviderReply reply) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (String name : KEPT_HEADERS) {
      if (reply.headers().contains(name)) {
        headers.put(name, List.copyOf(reply.headers().getAll(name)));
      }
    }
    return new Known(headers, packed(reply.body()));
  }

  private Optional<Known> known(ProviderRequest request) {
    return Optional.ofNullable(cache.find(question(request)));
  }

  private static byte[] packed(byte[] body) {
    var deflater = new Deflater(Deflater.BEST_SPEED);
    var bytes = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private static byte[] unpacked(byte[] packed) {
    try (var in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Question question(ProviderRequest request) {
    return new Question(request.uri(), request.headers());
  }
}
