package dev.gatehouse.provider;

import module java.base;

/** Links between pages, in the header format of RFC 8288. */
final class LinkHeader {
  private static final Pattern LINK =
      Pattern.compile(
          "<([^<>]*+)>((?:\\s*+;\\s*+[^\\s=;,\"]++(?:\\s*+=\\s*+(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\s;,\"]*+))?+)*+)");
  private static final Pattern RELATION =
      Pattern.compile(
          ";\\s*+rel\\s*+=\\s*+(?:\"([^\"]*+)\"|([^\\s;,\"]*+))", Pattern.CASE_INSENSITIVE);

  private LinkHeader() {}

  /**
   * Returns the address of the next page, if the reply has one.
   *
   * @throws IllegalArgumentException if the link is not a valid address
   */
  static Optional<URI> next(String page, ProviderReply reply) {
    List<String> headers = reply.headers().getAll("Link");
    Matcher links = LINK.matcher(String.join(", ", headers));
    while (links.find()) {
      Matcher relation = RELATION.matcher(links.group(2));
      if (relation.find() && isNext(relation)) {
        return Optional.of(URI.create(page).resolve(links.group(1).strip()));
      }
    }
    return Optional.empty();
  }

  private static boolean isNext(Matcher relation) {
    String types = Objects.requireNonNullElse(relation.group(1), relation.group(2));
    return Arrays.stream(types.strip().split("\\s+")).anyMatch("next"::equalsIgnoreCase);
  }
}
