package dev.gatehouse.http.ledger;

/**
 * Limit of one resource.
 *
 * @param total maximum amount that all clients hold together
 * @param share maximum of one address without a credential
 * @param authenticatedReserve part of the total that only authenticated callers can hold
 * @param anonymousReserve part of the total that only callers without a credential can hold, so
 *     that the owner's own programs cannot prevent a login
 */
public record Limit(long total, long share, long authenticatedReserve, long anonymousReserve) {
  private static final long PART = 4;

  public Limit {
    if (total < 1 || share < 1 || authenticatedReserve >= total || anonymousReserve >= total) {
      throw new IllegalArgumentException("impossible limit");
    }
  }

  /** Returns a limit whose share and reserve for authenticated callers are a quarter each. */
  static Limit of(long total) {
    long quarter = total / PART;
    return new Limit(
        total, Math.max(1, quarter), Math.min(total - 1, Math.max(1, quarter)), total / (4 * PART));
  }

  /** Returns a limit without reserves. */
  static Limit shared(long total, long share) {
    return new Limit(total, Math.min(total, share), 0, 0);
  }

  /** Returns the maximum of one address of callers of a standing. */
  long share(Standing standing) {
    return switch (standing) {
      case ANONYMOUS -> share;
      case VISITOR -> Math.min(total, 2 * share);
      case OPERATOR -> Long.MAX_VALUE;
    };
  }

  /** Returns the maximum of all callers of a class. */
  long ofClass(boolean authenticated) {
    return total - (authenticated ? anonymousReserve : authenticatedReserve);
  }

  /** Standing of a caller by its credential. */
  public enum Standing {
    /** Caller without a credential. */
    ANONYMOUS,
    /** Caller with a credential that is not the owner's. Its address has a double share. */
    VISITOR,
    /** The owner and the owner's programs. Their addresses have no share. */
    OPERATOR;

    boolean authenticated() {
      return this != ANONYMOUS;
    }
  }
}
