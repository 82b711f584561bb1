package dev.gatehouse.contract;

import java.util.HashMap;
import java.util.Set;

/**
 * Values by the names of an operation's parameters. To ask for a name that the operation does not
 * declare is a slip of the pen, which a map would answer with null: here it is an error.
 */
final class DeclaredValues extends HashMap<String, Object> {
  private final transient Set<String> declared;

  /**
   * @param declared the names that may be asked for, whether they have a value or not
   */
  DeclaredValues(Set<String> declared) {
    super(Math.ceilDiv(declared.size() * 4, 3));
    this.declared = declared;
  }

  /**
   * The value of a parameter; null when it was not given and has no default.
   *
   * @throws IllegalArgumentException for a name that is none
   */
  @Override
  public Object get(Object name) {
    Object value = super.get(name);
    if (value == null && !declared.contains(name)) {
      throw new IllegalArgumentException("no parameter is called " + name + ": " + declared);
    }
    return value;
  }
}
