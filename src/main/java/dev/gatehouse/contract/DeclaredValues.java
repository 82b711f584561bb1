package dev.gatehouse.contract;

import java.util.HashMap;
import java.util.Set;

/**
 * Values by parameter name of an operation. Reading an undeclared name is a programming error, so
 * it throws instead of returning null.
 */
final class DeclaredValues extends HashMap<String, Object> {
  private final transient Set<String> declared;

  /**
   * @param declared names that may be read, with or without a value
   */
  DeclaredValues(Set<String> declared) {
    super(Math.ceilDiv(declared.size() * 4, 3));
    this.declared = declared;
  }

  /**
   * Returns the value of a parameter; null if it was not given and has no default.
   *
   * @throws IllegalArgumentException if the name is not declared
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
