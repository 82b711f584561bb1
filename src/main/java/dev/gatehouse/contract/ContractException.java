package dev.gatehouse.contract;

/**
 * Thrown if the contract is incomplete or does not match the areas; the node then does not start.
 */
public final class ContractException extends IllegalStateException {
  ContractException(String message) {
    super(message);
  }
}
