package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.codehost.CodeHostModule.CodeHostSettings;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;

/**
 * The provider's two APIs. REST lists have pages, and unchanged answers are not sent again. GraphQL
 * has a separate quota. A secondary rate limit of the provider pauses both.
 */
record CodeHostApi(ProviderClient client, CodeHostSettings settings) {
  static final ProviderOptions OPTIONS =
      ProviderOptions.of("codehost")
          .withMaxReplyBytes(8 << 20)
          .withBulkhead(8, 40)
          .withRefusal(CodeHostApi::limited, Duration.ofMinutes(1));

  /** Requests pages of the maximum length. */
  static final String PAGE = "per_page=100";

  /** Maximum items of a page. A page with more is faulty, because only 100 items were requested. */
  private static final int MAX_PAGE_ITEMS = 1_000;

  /** Maximum results that the provider's search returns. */
  private static final int MAX_RESULTS = 1_000;

  /** Statuses of a repository that is deleted, blocked, empty or without commits. */
  private static final Set<Integer> NOTHING_THERE = Set.of(403, 404, 409, 422, 451);

  private static final int MAX_REDIRECTS = 3;
  private static final int FORBIDDEN = 403;
  private static final int OK = 200;

  /** Maximum size of an error answer; larger answers contain data. */
  private static final int MAX_ERROR_BYTES = 4_096;

  private static final String VERSION = "2022-11-28";

  /** Plain JSON is also accepted, because compatible providers support only that type. */
  private static final String ACCEPT = "application/vnd.github+json, application/json;q=0.9";

  private record Search(
      @JsonProperty("total_count") long totalCount,
      @JsonProperty("incomplete_results") boolean incompleteResults) {}

  /** The errors of a GraphQL answer. */
  private record Errors(List<Error> errors) {}

  private record Error(String type) {}

  /** Returns the answer to one request with any status below 500. */
  ProviderReply get(String path) {
    return client.call(request(path, "core"));
  }

  /**
   * Sends a GET request for something that may be deleted, blocked or empty. Returns empty in those
   * cases.
   */
  Optional<ProviderReply> getIfThere(String path) {
    return Optional.of(get(path)).filter(reply -> !NOTHING_THERE.contains(reply.status()));
  }

  <T> T read(String path, Class<T> type) {
    return client.read(get(path), type);
  }

  /**
   * Reads a list, page by page.
   *
   * @throws ApiException 502 if the provider's reply is invalid, 503 if the provider requests a
   *     pause, 504 if it is too slow
   */
  <T> PartialList<T> list(String path, Class<T> type, int maxPages) {
    return list(path, maxPages, (reply, page) -> elements(reply, "", type, page));
  }

  /**
   * Reads a list of something that may be deleted, blocked or empty. In those cases the list is
   * empty.
   */
  <T> PartialList<T> listIfThere(String path, Class<T> type, int maxPages) {
    return list(
        path,
        maxPages,
        (reply, page) ->
            NOTHING_THERE.contains(reply.status()) ? List.of() : elements(reply, "", type, page));
  }

  /** Gaps found in the pages of a list so far. */
  private static final class Gaps {
    final AtomicInteger unreadable = new AtomicInteger();
    final AtomicBoolean missing = new AtomicBoolean();

    <T> PartialList<T> list(ProviderClient.Pages<T> pages) {
      boolean complete = pages.complete() && !missing.get() && unreadable.get() == 0;
      return new PartialList<>(pages.items(), complete, unreadable.get());
    }
  }

  private <T> PartialList<T> list(
      String path, int maxPages, BiFunction<ProviderReply, Gaps, List<T>> page) {
    var gaps = new Gaps();
    return gaps.list(
        client.pages(request(path, "core"), maxPages, reply -> page.apply(reply, gaps)));
  }

  /** Returns the results of a search. There are at most 1,000. */
  <T> PartialList<T> search(String path, Class<T> type) {
    var gaps = new Gaps();
    return gaps.list(
        client.pages(
            request(path, "search"),
            MAX_RESULTS,
            reply -> {
              List<T> items = elements(reply, "items", type, gaps);
              Search search = client.read(reply, Search.class);
              if (search.incompleteResults() || search.totalCount() > MAX_RESULTS) {
                gaps.missing.set(true);
              }
              return items;
            }));
  }

  /** Sends a GraphQL query and returns the reply, including its errors. */
  <T> T graph(String query, Map<String, String> variables, Class<T> type) {
    byte[] body = Json.encode(Map.of("query", query, "variables", variables)).getBytes();
    ProviderRequest request = ProviderRequest.post(settings.graphUrl(), body, true);
    return client.read(client.call(signed(request).countedUnder("graphql")), type);
  }

  private <T> List<T> elements(ProviderReply reply, String field, Class<T> type, Gaps gaps) {
    Json.Elements<T> elements = client.elements(reply, field, type, MAX_PAGE_ITEMS);
    gaps.unreadable.addAndGet(elements.odd());
    return elements.items();
  }

  private ProviderRequest request(String path, String quota) {
    return signed(ProviderRequest.get(settings.url() + path))
        .conditional()
        .followingOwnRedirects(MAX_REDIRECTS)
        .countedUnder(quota);
  }

  private ProviderRequest signed(ProviderRequest request) {
    ProviderRequest signed = request.with("Authorization", "Bearer " + settings.token());
    if (settings.provider() == CodeHostSettings.Provider.GITHUB) {
      return signed.with("Accept", ACCEPT).with("X-GitHub-Api-Version", VERSION);
    }
    return signed.with("Accept", "application/json");
  }

  /** Returns whether the answer reports a rate limit: 403 with a message, or a GraphQL error. */
  static boolean limited(ProviderReply reply) {
    if (reply.body().length > MAX_ERROR_BYTES) {
      return false;
    }
    String text = new String(reply.body(), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    return switch (reply.status()) {
      case FORBIDDEN -> text.contains("rate limit") || text.contains("abuse detection");
      case OK -> text.contains("rate_limited") && graphLimited(reply);
      default -> false;
    };
  }

  private static boolean graphLimited(ProviderReply reply) {
    try {
      List<Error> errors = reply.body(Errors.class).errors();
      return errors != null
          && errors.stream()
              .anyMatch(error -> error != null && "RATE_LIMITED".equals(error.type()));
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
