package dev.gatehouse.contract;

/** First error in a value. Its path is completed while the exception propagates to the root. */
final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int MAX_NAME = 80;

  private final String place;
  private final String sentence;

  private Fault(String place, String sentence) {
    super(null, null, false, false);
    this.place = place;
    this.sentence = sentence;
  }

  /**
   * @param sentence text that follows the field's name: {@code must be of type string}
   */
  Fault(String sentence) {
    this("", sentence);
  }

  /** Returns this fault with the object's field name prepended to its path. */
  Fault inField(String name) {
    String field = name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    boolean last = place.isEmpty() || place.charAt(0) == '[';
    return new Fault(last ? field + place : field + '.' + place, sentence);
  }

  /** Returns this fault with the list index prepended to its path. */
  Fault inItem(int index) {
    boolean last = place.isEmpty() || place.charAt(0) == '[';
    return new Fault('[' + Integer.toString(index) + (last ? "]" : "].") + place, sentence);
  }

  /**
   * Returns the complete message.
   *
   * @param whole name of the value that was checked
   */
  String of(String whole) {
    return (place.isEmpty() ? whole : place) + ' ' + sentence;
  }
}
