package dev.gatehouse.contract;

import module java.base;

import dev.gatehouse.formats.PlainText;

/**
 * First error in a value, with those of other fields. Its path is completed while the exception
 * propagates to the root.
 */
final class Fault extends RuntimeException {
  private static final int MAX_NAME = 80;
  private static final int MAX_OTHERS = 49;

  private final ErrorCode code;
  private final String place;
  private final String sentence;
  private final transient List<Fault> others;

  private Fault(ErrorCode code, String place, String sentence, List<Fault> others) {
    super(null, null, false, false);
    this.code = code;
    this.place = place;
    this.sentence = sentence;
    this.others = others;
  }

  /** Returns the first of some faults, with the others. */
  static Fault of(List<Fault> faults) {
    Fault first = faults.getFirst();
    List<Fault> others = new ArrayList<>(first.others);
    for (Fault fault : faults.subList(1, faults.size())) {
      others.add(new Fault(fault.code, fault.place, fault.sentence, List.of()));
      others.addAll(fault.others);
    }
    return new Fault(
        first.code, first.place, first.sentence, others.stream().limit(MAX_OTHERS).toList());
  }

  /**
   * @param sentence text that follows the field's name: {@code must be of type string}
   */
  Fault(String sentence) {
    this(ErrorCode.PARAMETER_INVALID, "", sentence, List.of());
  }

  static Fault missing() {
    return new Fault(ErrorCode.PARAMETER_MISSING, "", "is required", List.of());
  }

  static Fault unknown() {
    return new Fault(ErrorCode.PARAMETER_UNKNOWN, "", "is not a known field", List.of());
  }

  /** Returns this fault with the object's field name prepended to its path. */
  Fault inField(String name) {
    String field = PlainText.abbreviated(name, MAX_NAME);
    boolean last = place.isEmpty() || place.charAt(0) == '[';
    List<Fault> also = others.stream().map(other -> other.inField(name)).toList();
    return new Fault(code, last ? field + place : field + '.' + place, sentence, also);
  }

  /** Returns this fault with the list index prepended to its path. */
  Fault inItem(int index) {
    boolean last = place.isEmpty() || place.charAt(0) == '[';
    String item = '[' + Integer.toString(index) + (last ? "]" : "].") + place;
    List<Fault> also = others.stream().map(other -> other.inItem(index)).toList();
    return new Fault(code, item, sentence, also);
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
        code,
        place,
        PlainText.defaultIfEmpty(place, "body") + ' ' + sentence,
        others.stream().map(Fault::ofBody).toList());
  }
}
