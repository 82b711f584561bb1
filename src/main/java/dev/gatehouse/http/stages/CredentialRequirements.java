package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.Operation.Requirement;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.http.exchange.Exchange;

/**
 * Compares credentials with the requirements of an operation.
 *
 * @param access end of the messages that says where access can be requested; may be empty
 */
record CredentialRequirements(String access) {
  /**
   * @param contactUrl page where access can be requested; may be empty
   */
  static CredentialRequirements of(String contactUrl) {
    return new CredentialRequirements(PlainText.prefixed("; access: ", contactUrl));
  }

  /** Returns whether a caller fulfils one of the requirements with a scheme. */
  static boolean serves(String scheme, Caller caller, List<Requirement> requirements) {
    if (requirements.isEmpty()) {
      return true;
    }
    for (Requirement requirement : requirements) {
      if (requirement.scheme().equals(scheme)
          && (requirement.any().isEmpty() || caller.operator() || holds(caller, requirement))) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(Caller caller, Requirement requirement) {
    if (requirement.scheme().equals("token")) {
      return requirement.any().contains(caller.role().name().toLowerCase(Locale.ROOT));
    }
    return caller.scopes().stream().anyMatch(requirement.any()::contains);
  }

  /**
   * Returns the rejection of insufficient credentials. Null if nothing is missing: a public
   * operation without a forged credential.
   */
  Exchange.Refusal refusal(
      ShownCredential token, ShownCredential key, List<Requirement> requirements) {
    boolean attempt = token.attempt() || key.attempt();
    if (requirements.isEmpty() && !attempt) {
      return null;
    }
    if (!token.given() && !key.given()) {
      return new Exchange.Refusal(
          ApiError.of(ErrorCode.CREDENTIAL_REQUIRED, "a credential is required" + access)
              .with(Map.of("WWW-Authenticate", "Bearer realm=\"gatehouse\"")),
          false);
    }
    ApiError fault = token.fault() == null ? key.fault() : token.fault();
    return new Exchange.Refusal(fault == null ? uncovered(token) : fault, attempt);
  }

  /** The refusal of a valid credential that does not serve. */
  private ApiError uncovered(ShownCredential token) {
    ErrorCode code = token.given() ? ErrorCode.ROLE_NOT_ALLOWED : ErrorCode.SCOPE_MISSING;
    return ApiError.of(code, "the credential does not cover this operation" + access);
  }
}
