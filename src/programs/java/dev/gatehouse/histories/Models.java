package dev.gatehouse.histories;

import java.util.Optional;
import java.util.Set;

/** Sequential behaviour of the objects that the histories use. */
public final class Models {
  public static final String TAKEN = "taken";
  public static final String FREE = "free";
  public static final String MADE = "made";
  public static final String REFUSED = "refused";
  public static final String ACCEPTED = "accepted";
  public static final String NONE = "none";

  private Models() {}

  /**
   * A thing that only one client can get: a time of the calendar, a key of a short URL, the code of
   * the day. Inputs are "take" and "look".
   */
  public static Model<String> single() {
    return model(
        FREE,
        (state, step) ->
            switch (step.input()) {
              case "take" -> outcomes(step, state.equals(FREE) ? MADE : REFUSED, state, TAKEN);
              default -> reads(step, state);
            });
  }

  /** A value that is written, "write V", and read, "read". A write always succeeds. */
  public static Model<String> register() {
    return model(
        NONE,
        (state, step) ->
            step.input().equals("read")
                ? reads(step, state)
                : Set.of(step.input().substring("write ".length())));
  }

  /**
   * A key: "add", "revoke", and "use". It is accepted only while it is valid. It may also be
   * refused then, because other nodes learn of a new key later. A revoked key is not added again.
   */
  public static Model<String> credential() {
    return model(
        NONE,
        (state, step) ->
            switch (step.input()) {
              case "add" -> Set.of("valid");
              case "revoke" -> Set.of("revoked");
              default ->
                  state.equals("valid") || !step.output().equals(Optional.of(ACCEPTED))
                      ? Set.of(state)
                      : Set.of();
            });
  }

  /** A stock of units that are taken one by one, "take", and counted, "count". */
  public static Model<Integer> stock(int units) {
    return new Model<>() {
      @Override
      public Integer initial() {
        return units;
      }

      @Override
      public Set<Integer> after(Integer state, Step step) {
        if (step.input().equals("count")) {
          return step.output().filter(seen -> !seen.equals(state.toString())).isEmpty()
              ? Set.of(state)
              : Set.of();
        }
        boolean some = state > 0;
        int less = some ? state - 1 : 0;
        if (step.output().isEmpty()) {
          return Set.of(less);
        }
        return step.output().get().equals(some ? MADE : REFUSED) ? Set.of(less) : Set.of();
      }
    };
  }

  /**
   * A creation that is repeated with one idempotency key. Each known output is the ID of what was
   * created.
   */
  public static Model<String> idempotent() {
    return new Model<>() {
      @Override
      public String initial() {
        return NONE;
      }

      @Override
      public Set<String> after(String state, Step step) {
        if (step.output().isEmpty()) {
          // It may have created something whose ID is not known yet.
          return Set.of(state.equals(NONE) ? "?" : state);
        }
        String id = step.output().get();
        return state.equals(NONE) || state.equals("?") || state.equals(id) ? Set.of(id) : Set.of();
      }
    };
  }

  private interface Rule {
    Set<String> after(String state, Step step);
  }

  private static Model<String> model(String initial, Rule rule) {
    return new Model<>() {
      @Override
      public String initial() {
        return initial;
      }

      @Override
      public Set<String> after(String state, Step step) {
        return rule.after(state, step);
      }
    };
  }

  /** A step that returns the state. */
  private static Set<String> reads(Step step, String state) {
    return reads(step, state, state);
  }

  private static Set<String> reads(Step step, String seen, String state) {
    return step.output().filter(output -> !output.equals(seen)).isEmpty()
        ? Set.of(state)
        : Set.of();
  }

  /** A step whose output depends on the state; refused, it changes nothing. */
  private static Set<String> outcomes(Step step, String right, String state, String changed) {
    String after = right.equals(REFUSED) ? state : changed;
    return step.output().filter(output -> !output.equals(right)).isEmpty()
        ? Set.of(after)
        : Set.of();
  }
}
