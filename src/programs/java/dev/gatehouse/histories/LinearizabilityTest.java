package dev.gatehouse.histories;

import static dev.gatehouse.histories.Linearizability.Verdict.RIGHT;
import static dev.gatehouse.histories.Linearizability.Verdict.UNDECIDED;
import static dev.gatehouse.histories.Linearizability.Verdict.WRONG;
import static dev.gatehouse.histories.Step.known;
import static dev.gatehouse.histories.Step.unknown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import org.junit.jupiter.api.Test;

/** The checker, on histories that are known to be right or wrong. */
class LinearizabilityTest {
  private static final int LIMIT = 100_000;

  private static <S> Linearizability.Verdict check(Model<S> model, Step... steps) {
    return new Linearizability<>(model, LIMIT).check(List.of(steps));
  }

  @Test
  void findsStaleRead() {
    assertEquals(
        WRONG, check(Models.register(), known("write a", "ok", 0, 1), known("read", "none", 2, 3)));
    assertEquals(
        RIGHT, check(Models.register(), known("write a", "ok", 0, 3), known("read", "none", 2, 4)));
  }

  @Test
  void findsReadsThatGoBack() {
    assertEquals(
        WRONG,
        check(
            Models.register(),
            known("write a", "ok", 0, 10),
            known("read", "a", 1, 2),
            known("read", "none", 3, 4)));
  }

  @Test
  void findsThingTakenTwice() {
    assertEquals(
        WRONG, check(Models.single(), known("take", "made", 0, 5), known("take", "made", 1, 4)));
    assertEquals(
        RIGHT, check(Models.single(), known("take", "made", 0, 5), known("take", "refused", 1, 4)));
  }

  @Test
  void findsRefusalOfFreeThing() {
    assertEquals(
        WRONG, check(Models.single(), known("take", "refused", 0, 1), known("look", "free", 2, 3)));
    assertEquals(WRONG, check(Models.single(), known("take", "refused", 0, 1)));
  }

  @Test
  void acceptsUnknownOutcomeThatTookEffectLate() {
    assertEquals(
        RIGHT,
        check(
            Models.single(),
            unknown("take", 0),
            known("look", "free", 10, 11),
            known("take", "refused", 20, 21),
            known("look", "taken", 30, 31)));
  }

  @Test
  void acceptsUnknownOutcomeThatTookNoEffect() {
    assertEquals(RIGHT, check(Models.single(), unknown("take", 0), known("take", "made", 10, 11)));
  }

  @Test
  void rejectsUnknownOutcomeThatTookEffectTwice() {
    assertEquals(
        WRONG,
        check(
            Models.register(),
            unknown("write a", 0),
            known("read", "a", 1, 2),
            known("write b", "ok", 3, 4),
            known("read", "a", 5, 6)));
  }

  @Test
  void rejectsEffectBeforeTheRequest() {
    assertEquals(WRONG, check(Models.register(), known("read", "a", 0, 1), unknown("write a", 2)));
  }

  @Test
  void findsUseOfRevokedKey() {
    assertEquals(
        WRONG,
        check(
            Models.credential(),
            known("add", "ok", 0, 1),
            known("revoke", "ok", 2, 3),
            known("use", "accepted", 4, 5)));
    assertEquals(
        RIGHT,
        check(
            Models.credential(),
            known("add", "ok", 0, 1),
            known("revoke", "ok", 2, 6),
            known("use", "accepted", 4, 5),
            known("use", "refused", 7, 8)));
  }

  @Test
  void findsUnitSoldTwice() {
    assertEquals(
        WRONG,
        check(
            Models.stock(1),
            known("take", "made", 0, 9),
            known("take", "made", 1, 8),
            known("take", "refused", 2, 7)));
    assertEquals(
        RIGHT,
        check(
            Models.stock(2),
            known("take", "made", 0, 9),
            unknown("take", 1),
            known("take", "refused", 10, 11),
            known("count", "0", 12, 13)));
  }

  @Test
  void findsSecondCreationUnderOneKey() {
    assertEquals(
        WRONG, check(Models.idempotent(), known("create", "a", 0, 5), known("create", "b", 1, 4)));
    assertEquals(
        RIGHT, check(Models.idempotent(), unknown("create", 0), known("create", "a", 1, 4)));
  }

  @Test
  void ignoresManyUnknownStepsWithoutEffect() {
    List<Step> steps = new ArrayList<>(List.of(known("take", "made", 0, 1)));
    for (int i = 0; i < 60; i++) {
      steps.add(unknown("take", 2));
    }
    steps.add(known("look", "free", 5, 6));
    assertEquals(WRONG, new Linearizability<>(Models.single(), LIMIT).check(steps));
  }

  /** During a long fault of the store, hundreds of equal steps have unknown outcomes. */
  @Test
  void decidesWithManyEqualUnknownSteps() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      steps.add(unknown("take", i));
    }
    for (int i = 300; i < 400; i += 2) {
      steps.add(known("take", "made", i, i + 1));
    }
    steps.add(known("count", "200", 500, 501));
    assertEquals(RIGHT, new Linearizability<>(Models.stock(500), LIMIT).check(steps));
    steps.add(known("count", "201", 502, 503));
    assertEquals(WRONG, new Linearizability<>(Models.stock(500), LIMIT).check(steps));
  }

  @Test
  void givesUpAtItsLimit() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      steps.add(unknown("write " + i, i));
    }
    steps.add(known("read", "never written", 50, 51));
    assertEquals(UNDECIDED, new Linearizability<>(Models.register(), 10_000).check(steps));
  }

  /** A register with delays before and after each effect is linearizable by construction. */
  @Test
  void acceptsHistoriesOfAnAtomicRegister() {
    var random = new Random(7);
    for (int run = 0; run < 200; run++) {
      assertEquals(
          RIGHT, new Linearizability<>(Models.register(), LIMIT).check(atomic(random, 60)));
    }
  }

  private static List<Step> atomic(Random random, int length) {
    List<Step> steps = new ArrayList<>();
    String value = Models.NONE;
    for (int i = 0; i < length; i++) {
      long effect = 10L * i;
      long invoked = effect - random.nextInt(40);
      long returned = effect + random.nextInt(40);
      if (random.nextInt(3) > 0) {
        steps.add(known("read", value, invoked, returned));
      } else if (random.nextInt(8) == 0) {
        // It takes effect, or is lost.
        value = random.nextBoolean() ? "v" + i : value;
        steps.add(unknown("write v" + i, invoked));
      } else {
        value = "v" + i;
        steps.add(known("write " + value, "ok", invoked, returned));
      }
    }
    return steps;
  }

  /** The search and a trial of all orders agree on short histories, right and wrong. */
  @Test
  void agreesWithATrialOfAllOrders() {
    var random = new Random(11);
    int wrong = 0;
    for (int run = 0; run < 3_000; run++) {
      List<Step> steps = any(random);
      boolean right = existsOrder(steps, Models.NONE);
      assertEquals(
          right ? RIGHT : WRONG,
          new Linearizability<>(Models.register(), LIMIT).check(steps),
          steps.toString());
      wrong += right ? 0 : 1;
    }
    assertTrue(wrong > 300 && wrong < 2_700, wrong + " are wrong");
  }

  private static List<Step> any(Random random) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      long invoked = random.nextInt(12);
      long returned = invoked + 1 + random.nextInt(6);
      String value = "v" + random.nextInt(2);
      switch (random.nextInt(5)) {
        case 0 -> steps.add(unknown("write " + value, invoked));
        case 1, 2 -> steps.add(known("write " + value, "ok", invoked, returned));
        default -> steps.add(known("read", value, invoked, returned));
      }
    }
    return steps;
  }

  private static boolean existsOrder(List<Step> left, String value) {
    if (left.stream().allMatch(step -> step.output().isEmpty())) {
      return true;
    }
    long end = left.stream().mapToLong(Step::end).min().orElseThrow();
    for (Step step : left) {
      boolean fits = !step.input().equals("read") || step.output().get().equals(value);
      if (step.invoked() <= end && fits) {
        List<Step> rest = new ArrayList<>(left);
        rest.remove(step);
        String next = step.input().equals("read") ? value : step.input().substring(6);
        if (existsOrder(rest, next)) {
          return true;
        }
      }
    }
    return false;
  }
}
