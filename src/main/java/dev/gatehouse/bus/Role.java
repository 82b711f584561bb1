package dev.gatehouse.bus;

/** The standing of a caller; the order is the order of power. */
public enum Role {
  /** No credential. */
  NOBODY,
  /** A token bought with a daily code, or an API key that carries scopes. */
  VISITOR,
  /** The owner: the permanent code's token, or an API key without scopes. */
  OPERATOR
}
