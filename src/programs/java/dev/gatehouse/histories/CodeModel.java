package dev.gatehouse.histories;

import static dev.gatehouse.histories.Models.MADE;
import static dev.gatehouse.histories.Models.NONE;
import static dev.gatehouse.histories.Models.REFUSED;

import java.util.Set;

/**
 * The code of a day: "reissue", whose output is the new code, and "use C". A code is used once, and
 * only until it is replaced. The output of a use is "made", "refused" if the code has been used, or
 * "none" if another code is current.
 */
public final class CodeModel implements Model<CodeModel.Code> {
  private static final String UNKNOWN = "?";

  /** The current code. */
  public record Code(String text, boolean used) {}

  @Override
  public Code initial() {
    return new Code(UNKNOWN, false);
  }

  @Override
  public Set<Code> after(Code state, Step step) {
    if (step.input().equals("reissue")) {
      return Set.of(new Code(step.output().orElse(UNKNOWN), false));
    }
    String wanted = step.input().substring("use ".length());
    String right = NONE;
    if (state.text().equals(wanted)) {
      right = state.used() ? REFUSED : MADE;
    }
    Code after = right.equals(MADE) ? new Code(wanted, true) : state;
    return step.output().isEmpty() || step.output().get().equals(right) ? Set.of(after) : Set.of();
  }
}
