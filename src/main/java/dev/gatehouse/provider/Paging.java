package dev.gatehouse.provider;

import module java.base;

/** Reads the pages of a list by following {@code Link: <…>; rel="next"} within the same origin. */
record Paging(ProviderClient client) {
  /** Each page is a separate call, within the time of the fetch or request that needs the pages. */
  <T> ProviderClient.Pages<T> follow(
      ProviderRequest first, int maxPages, Function<ProviderReply, List<T>> read) {
    List<T> items = new ArrayList<>();
    Optional<ProviderRequest> next = Optional.of(first);
    for (int page = 0; page < maxPages && next.isPresent(); page++) {
      ProviderRequest request = next.get();
      ProviderReply reply = client.call(request);
      items.addAll(read.apply(reply));
      next = next(request, reply);
    }
    return new ProviderClient.Pages<>(List.copyOf(items), next.isEmpty());
  }

  private Optional<ProviderRequest> next(ProviderRequest request, ProviderReply reply) {
    try {
      Optional<URI> next = LinkHeader.next(request.uri(), reply);
      if (next.isPresent() && !ProviderRequest.origin(next.get()).equals(request.origin())) {
        // Another origin would receive our credential.
        throw client.failed("the next page is on another origin");
      }
      return next.map(uri -> request.to(uri.toString()));
    } catch (IllegalArgumentException e) {
      throw client.failed("the next page has an invalid URL");
    }
  }
}
