package dev.gatehouse.settings;

import module java.base;

/** Suggestion for a misspelled name. */
final class NearestName {
  private static final int LETTERS_PER_ERROR = 4;
  private static final int MIN_ERRORS = 2;

  private NearestName() {}

  /** Returns the end of a sentence that suggests the most similar name; empty without one. */
  static String hint(String name, Collection<String> known) {
    int errors = Math.max(MIN_ERRORS, name.length() / LETTERS_PER_ERROR);
    return candidates(name, known)
        .filter(other -> distance(name, other) <= errors)
        .min(Comparator.comparingInt(other -> distance(name, other)))
        .map(other -> SettingMistake.HINT + other + '?')
        .orElse("");
  }

  private static Stream<String> candidates(String name, Collection<String> known) {
    return known.stream()
        .flatMap(other -> Stream.of(other, other.split("\\.", 2)[0]))
        .filter(other -> !other.equals(name))
        .sorted();
  }

  /** Returns how many letters must be added, removed or replaced, in any case. */
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
