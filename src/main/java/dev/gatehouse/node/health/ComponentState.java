package dev.gatehouse.node.health;

import java.util.Locale;

/** State of a component, from the best to the worst. */
public enum ComponentState {
  /** Nothing is recorded. */
  UNKNOWN('.'),
  UP('0'),
  /** It works with limitations. */
  IMPAIRED('1'),
  DOWN('2');

  private final char letter;

  ComponentState(char letter) {
    this.letter = letter;
  }

  char letter() {
    return letter;
  }

  static ComponentState of(char letter) {
    for (ComponentState state : values()) {
      if (state.letter == letter) {
        return state;
      }
    }
    return UNKNOWN;
  }

  ComponentState worse(ComponentState other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Returns the name in keys of texts and in style classes. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
