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

  static ComponentState upIf(boolean works, ComponentState otherwise) {
    return works ? UP : otherwise;
  }

  /** Returns the name in keys of texts and in style classes. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
