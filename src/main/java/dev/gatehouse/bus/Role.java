package dev.gatehouse.bus;

/** Role of a caller, in ascending order of rights. */
public enum Role {
  /** No credential. */
  NOBODY,
  /** A token obtained with a daily code, or an API key with scopes. */
  VISITOR,
  /** The owner: the permanent code's token, or an API key without scopes. */
  OPERATOR
}
