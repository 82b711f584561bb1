package dev.gatehouse.histories;

import static dev.gatehouse.histories.Linearizability.Verdict.RIGHT;
import static dev.gatehouse.histories.Linearizability.Verdict.WRONG;
import static dev.gatehouse.histories.Step.known;
import static dev.gatehouse.histories.Step.unknown;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Models of codes, short URLs and leases, on histories that are known to be right or wrong. */
class ModelsTest {
  private static final int LIMIT = 100_000;

  private static <S> Linearizability.Verdict check(Model<S> model, List<Step> steps) {
    return new Linearizability<>(model, LIMIT).check(steps);
  }

  private static void assertRight(Model<?> model, Step... steps) {
    assertEquals(RIGHT, check(model, List.of(steps)));
  }

  private static void assertWrong(Model<?> model, Step... steps) {
    assertEquals(WRONG, check(model, List.of(steps)));
  }

  /** Each reply of a right history, replaced by another reply, makes it wrong. */
  private static void assertEachReplyMatters(Model<?> model, String other, Step... steps) {
    assertRight(model, steps);
    for (int i = 0; i < steps.length; i++) {
      if (steps[i].output().isPresent() && !steps[i].input().startsWith("release")) {
        List<Step> changed = new ArrayList<>(List.of(steps));
        Step step = steps[i];
        changed.set(i, known(step.input(), other, step.invoked(), step.returned()));
        assertEquals(WRONG, check(model, changed), changed.toString());
      }
    }
  }

  @Test
  void findsCodeThatIsUsedTwice() {
    assertWrong(
        new CodeModel(),
        known("reissue", "A", 0, 1),
        known("use A", "made", 2, 5),
        known("use A", "made", 3, 4));
    assertEachReplyMatters(
        new CodeModel(),
        "odd",
        known("reissue", "A", 0, 1),
        known("use A", "made", 2, 3),
        known("use A", "refused", 4, 5),
        known("reissue", "B", 6, 7),
        known("use A", "none", 8, 9),
        known("use B", "made", 10, 11));
  }

  @Test
  void findsUseOfReplacedCode() {
    assertWrong(
        new CodeModel(),
        known("reissue", "A", 0, 1),
        known("reissue", "B", 2, 3),
        known("use A", "made", 4, 5));
    assertRight(
        new CodeModel(),
        known("reissue", "A", 0, 1),
        unknown("reissue", 2),
        known("use A", "made", 4, 5),
        known("use A", "none", 6, 7));
  }

  @Test
  void findsRedirectThatIsLost() {
    assertWrong(new RedirectModel(), known("create a", "made", 0, 1), known("look", "none", 2, 3));
    assertWrong(
        new RedirectModel(), known("create a", "made", 0, 5), known("create b", "made", 1, 4));
    assertEachReplyMatters(
        new RedirectModel(),
        "odd",
        known("create a", "made", 0, 1),
        known("create b", "refused", 2, 3),
        known("look", "a", 4, 5),
        known("delete", "made", 6, 7),
        known("delete", "refused", 8, 9),
        known("look", "none", 10, 11));
  }

  @Test
  void findsRedirectThatReturns() {
    assertWrong(
        new RedirectModel(),
        known("create a", "made", 0, 1),
        known("delete", "made", 2, 3),
        known("look", "a", 4, 5));
    assertRight(
        new RedirectModel(),
        unknown("create a", 0),
        known("look", "none", 1, 2),
        known("look", "a", 3, 4));
  }

  @Test
  void findsLeaseOfTwoHolders() {
    assertWrong(
        new LeaseModel(),
        known("take a 1", "NEW", 0, 1),
        unknown("lapse a 1", 10),
        known("take b 2", "NEW", 5, 6));
    assertRight(
        new LeaseModel(),
        known("take a 1", "NEW", 0, 1),
        unknown("lapse a 1", 10),
        known("take b 2", "NEW", 11, 12));
  }

  @Test
  void findsRenewalOfLostLease() {
    assertWrong(
        new LeaseModel(),
        known("take a 1", "NEW", 0, 1),
        unknown("lapse a 1", 10),
        known("take b 2", "NEW", 11, 12),
        unknown("lapse b 2", 21),
        known("renew a 3", "true", 13, 14));
    assertEachReplyMatters(
        new LeaseModel(),
        "odd",
        known("take a 1", "NEW", 0, 1),
        known("take b 2", "NO", 2, 3),
        known("renew a 3", "true", 4, 5),
        known("release a 4", "ok", 6, 7),
        known("renew a 5", "false", 8, 9),
        known("take b 6", "NEW", 10, 11),
        known("take b 7", "RENEWED", 12, 13));
  }

  @Test
  void findsRefusalOfReleasedLease() {
    assertWrong(
        new LeaseModel(),
        known("take a 1", "NEW", 0, 1),
        known("release a 2", "ok", 2, 3),
        known("take b 3", "NO", 4, 5));
  }
}
