package dev.gatehouse.histories;

import java.util.Optional;

/**
 * A request of a client in a history.
 *
 * @param input what was requested
 * @param output what was returned; empty if the outcome is unknown
 * @param invoked time before the request
 * @param returned time after the reply; ignored if the outcome is unknown
 */
public record Step(String input, Optional<String> output, long invoked, long returned) {
  public static Step known(String input, String output, long invoked, long returned) {
    return new Step(input, Optional.of(output), invoked, returned);
  }

  public static Step unknown(String input, long invoked) {
    return new Step(input, Optional.empty(), invoked, Long.MAX_VALUE);
  }

  /** Returns the end of the time in which the step took effect. */
  long end() {
    return output.isEmpty() ? Long.MAX_VALUE : returned;
  }
}
