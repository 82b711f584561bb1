package dev.gatehouse.histories;

import java.util.Set;

/**
 * Sequential behaviour of one object.
 *
 * @param <S> the object's state, a value
 */
public interface Model<S> {
  S initial();

  /**
   * Returns the states after a step, for each way in which it can take effect. Empty if the step's
   * output is impossible in this state.
   */
  Set<S> after(S state, Step step);
}
