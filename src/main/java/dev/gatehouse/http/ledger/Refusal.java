package dev.gatehouse.http.ledger;

/** Reason for which a resource was not given. */
public enum Refusal {
  /** The address holds its share. */
  ADDRESS,
  /** The node has no more, or only its reserve. */
  NODE
}
