package dev.gatehouse.http.stages;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.security.ApiKey;

/**
 * Content of a credentials header.
 *
 * @param caller caller that it authenticates; null if it is invalid or absent
 * @param fault reason why it is invalid; null if it is valid or absent
 * @param id id of the token or key; null if Gatehouse did not issue it
 * @param key the valid API key; null for other credentials
 */
record ShownCredential(Caller caller, ApiError fault, String id, boolean attempt, ApiKey key) {
  static final ShownCredential NOTHING = new ShownCredential(null, null, null, false, null);

  static ShownCredential right(Caller caller, String id) {
    return new ShownCredential(caller, null, id, false, null);
  }

  static ShownCredential over(ApiError fault, String id) {
    return new ShownCredential(null, fault, id, false, null);
  }

  static ShownCredential wrong(ApiError fault) {
    return new ShownCredential(null, fault, null, true, null);
  }

  /** Returns this credential of a key. */
  ShownCredential with(ApiKey valid) {
    return new ShownCredential(caller, fault, id, attempt, valid);
  }

  boolean given() {
    return caller != null || fault != null;
  }
}
