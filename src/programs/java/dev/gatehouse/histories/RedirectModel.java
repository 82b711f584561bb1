package dev.gatehouse.histories;

import static dev.gatehouse.histories.Models.MADE;
import static dev.gatehouse.histories.Models.NONE;
import static dev.gatehouse.histories.Models.REFUSED;

import java.util.Set;

/** A short URL: "create URL", "delete", and "look", whose output is the URL or "none". */
public final class RedirectModel implements Model<String> {
  @Override
  public String initial() {
    return NONE;
  }

  @Override
  public Set<String> after(String state, Step step) {
    boolean exists = !state.equals(NONE);
    return switch (step.input()) {
      case "look" -> result(step, state, state);
      case "delete" -> result(step, exists ? MADE : REFUSED, NONE);
      default -> {
        String url = step.input().substring("create ".length());
        yield result(step, exists ? REFUSED : MADE, exists ? state : url);
      }
    };
  }

  private static Set<String> result(Step step, String right, String after) {
    return step.output().filter(output -> !output.equals(right)).isEmpty()
        ? Set.of(after)
        : Set.of();
  }
}
