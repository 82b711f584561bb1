package dev.gatehouse.bus;

/** The plainest success that the specification knows. */
public record Done(boolean success, String message) {
  public static Answer answer(String message) {
    return Answer.ok(new Done(true, message));
  }
}
