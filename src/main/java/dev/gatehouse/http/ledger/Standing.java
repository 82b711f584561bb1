package dev.gatehouse.http.ledger;

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
