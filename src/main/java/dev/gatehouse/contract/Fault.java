package dev.gatehouse.contract;

import dev.gatehouse.formats.PlainText;

/** First error in a value. Its path is completed while the exception propagates to the root. */
final class Fault extends RuntimeException {
  private static final int MAX_NAME = 80;

  private final ErrorCode code;
  private final String place;
  private final String sentence;

  private Fault(ErrorCode code, String place, String sentence) {
    super(null, null, false, false);
    this.code = code;
    this.place = place;
    this.sentence = sentence;
  }

  /**
   * @param sentence text that follows the field's name: {@code must be of type string}
   */
  Fault(String sentence) {
    this(ErrorCode.PARAMETER_INVALID, "", sentence);
  }

  static Fault missing() {
    return new Fault(ErrorCode.PARAMETER_MISSING, "", "is required");
  }

  static Fault unknown() {
    return new Fault(ErrorCode.PARAMETER_UNKNOWN, "", "is not a known field");
  }

  /** Returns this fault with the object's field name prepended to its path. */
  Fault inField(String name) {
    String field = PlainText.abbreviated(name, MAX_NAME);
    boolean last = place.isEmpty() || place.charAt(0) == '[';
    return new Fault(code, last ? field + place : field + '.' + place, sentence);
  }

  /** Returns this fault with the list index prepended to its path. */
  Fault inItem(int index) {
    boolean last = place.isEmpty() || place.charAt(0) == '[';
    String item = '[' + Integer.toString(index) + (last ? "]" : "].") + place;
    return new Fault(code, item, sentence);
  }

  /**
   * The fault of a parameter.
   *
   * @param parameter its name
   */
  ValidationException of(String parameter) {
    String param = PlainText.defaultIfEmpty(place, parameter);
    return new ValidationException(code, param, param + ' ' + sentence);
  }

  /** The fault of a body or one of its fields. */
  ValidationException ofBody() {
    return new ValidationException(
        code, place, PlainText.defaultIfEmpty(place, "body") + ' ' + sentence);
  }
}
