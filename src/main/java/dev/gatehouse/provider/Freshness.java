package dev.gatehouse.provider;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gatehouse.bus.ApiException;

/**
 * Age of the provider's data in a reply. Every reply with such data contains these fields. All
 * fields are absent from a reply without data of a provider.
 *
 * @param fetchedAt time when the oldest part of the data was fetched
 * @param stale whether the last refresh failed, so that the data is older than intended
 * @param staleReason failure of the last refresh, which names the provider; absent unless stale
 * @param unreadable number of elements that the provider returned and that are left out because
 *     they are invalid; absent from replies without such lists
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Freshness(Instant fetchedAt, Boolean stale, String staleReason, Integer unreadable) {
  /** The reply contains no data of a provider. */
  public static final Freshness NONE = new Freshness(null, null, null, null);

  /** Describes a list that is not cached yet. */
  public static Freshness ofList(int unreadable) {
    return new Freshness(null, null, null, unreadable);
  }

  /** Describes data that has a fetch time and possibly a later failure. */
  public static Freshness of(Instant fetchedAt, String failure, Integer unreadable) {
    return new Freshness(
        fetchedAt.truncatedTo(ChronoUnit.MILLIS), failure != null, failure, unreadable);
  }

  public static Freshness of(ProviderCache.Fetched<?> fetched) {
    return of(fetched, null);
  }

  /** Describes a cached list from which invalid elements are left out. */
  public static Freshness of(ProviderCache.Fetched<?> fetched, Integer unreadable) {
    return of(fetched.at(), reason(fetched.failure()), unreadable);
  }

  /** Describes a reply that combines several parts. */
  public static Freshness oldest(List<Freshness> parts) {
    return parts.stream()
        .map(Freshness::fetchedAt)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .map(at -> of(at, firstReason(parts), parts.stream().mapToInt(Freshness::count).sum()))
        .orElse(NONE);
  }

  private static String firstReason(List<Freshness> parts) {
    return parts.stream()
        .map(Freshness::staleReason)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private int count() {
    return Objects.requireNonNullElse(unreadable, 0);
  }

  private static String reason(RuntimeException failure) {
    if (failure == null) {
      return null;
    }
    if (failure instanceof ApiException known) {
      return known.failure().message();
    }
    return "the last refresh failed";
  }

  /** Returns the {@code Age} header (RFC 9111) of a reply; no header without a provider's data. */
  public Map<String, String> headers(Instant now) {
    if (fetchedAt == null) {
      return Map.of();
    }
    long age = Math.max(0, Duration.between(fetchedAt, now).toSeconds());
    return Map.of("Age", Long.toString(age));
  }
}
