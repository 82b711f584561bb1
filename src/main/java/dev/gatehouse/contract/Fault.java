package dev.gatehouse.contract;

/** The first thing that is wrong with a value, and where in it; found on the way back up. */
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
   * @param sentence goes on after the field's name: {@code must be of type string}
   */
  Fault(String sentence) {
    this("", sentence);
  }

  /** The same fault, seen from the object that has the field. */
  Fault inField(String name) {
    String field = name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    boolean last = place.isEmpty() || place.charAt(0) == '[';
    return new Fault(last ? field + place : field + '.' + place, sentence);
  }

  /** The same fault, seen from the list that has the item. */
  Fault inItem(int index) {
    boolean last = place.isEmpty() || place.charAt(0) == '[';
    return new Fault('[' + Integer.toString(index) + (last ? "]" : "].") + place, sentence);
  }

  /**
   * The whole sentence.
   *
   * @param whole the name of the value that was checked
   */
  String of(String whole) {
    return (place.isEmpty() ? whole : place) + ' ' + sentence;
  }
}
