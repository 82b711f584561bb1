package dev.gatehouse.provider;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last replies of a provider that can be asked about again ({@code ETag}, {@code
 * Last-Modified}), by what was asked: an unchanged one need not be sent again. Bounded by number
 * and by bytes; the least recently used goes first.
 */
final class KnownReplies {
  private static final int MAX_REPLIES = 256;
  private static final long MAX_BYTES = 8L << 20;
  private static final int NOT_MODIFIED = 304;
  private static final int OK = 200;

  private final Map<Question, ProviderReply> replies = new LinkedHashMap<>(16, 0.75f, true);
  private final ReentrantLock lock = new ReentrantLock();
  private long bytes;

  /** A request by all that its answer may depend on, its credential included. */
  private record Question(String uri, Map<String, String> headers) {}

  /** A request with the conditions under which it need not be answered. */
  ProviderRequest conditions(ProviderRequest request) {
    Optional<ProviderReply> known = known(request);
    Optional<String> tag = known.flatMap(reply -> reply.header("ETag"));
    Optional<String> time = known.flatMap(reply -> reply.header("Last-Modified"));
    ProviderRequest conditional = tag.map(it -> request.with("If-None-Match", it)).orElse(request);
    return time.map(it -> conditional.with("If-Modified-Since", it)).orElse(conditional);
  }

  /**
   * The meaning of a reply, be it that nothing has changed; one that can be asked about is kept.
   *
   * @param request without the conditions
   */
  ProviderReply resolve(ProviderRequest request, ProviderReply reply) {
    if (reply.status() == NOT_MODIFIED) {
      return known(request)
          .map(known -> new ProviderReply(known.status(), known.headers(), known.body()))
          .orElseThrow(
              () -> CallException.of(FailureKind.UNREADABLE, "unchanged, though nothing is known"));
    }
    boolean keeps =
        reply.status() == OK
            && (reply.header("ETag").isPresent() || reply.header("Last-Modified").isPresent());
    if (keeps) {
      keep(request, reply);
    }
    return reply;
  }

  private Optional<ProviderReply> known(ProviderRequest request) {
    lock.lock();
    try {
      return Optional.ofNullable(replies.get(question(request)));
    } finally {
      lock.unlock();
    }
  }

  private void keep(ProviderRequest request, ProviderReply reply) {
    lock.lock();
    try {
      ProviderReply last = replies.put(question(request), reply);
      bytes += reply.body().length - (last == null ? 0 : last.body().length);
      var eldest = replies.values().iterator();
      while (replies.size() > MAX_REPLIES || bytes > MAX_BYTES) {
        bytes -= eldest.next().body().length;
        eldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  private static Question question(ProviderRequest request) {
    return new Question(request.uri(), request.headers());
  }
}
