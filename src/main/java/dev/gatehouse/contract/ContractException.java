package dev.gatehouse.contract;

/** The contract says too little, or not what the areas do: the node does not start. */
public final class ContractException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  ContractException(String message) {
    super(message);
  }
}
