package dev.gatehouse.bus;

/** Minimal success reply of the contract. */
public record Done(boolean success, String message) {
  public static Answer answer(String message) {
    return Answer.ok(new Done(true, message));
  }
}
