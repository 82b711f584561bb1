package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.formats.Sha256;

/**
 * Signs of junk in a hire form. They mark a form for the owner, who still finds it.
 *
 * @param signals fast, honeypot, letters, links or repeated
 * @param fingerprint of the text without links, digits and punctuation; null for a short text
 */
record HireSignals(List<String> signals, String fingerprint) {
  /** Period in which equal texts are counted. */
  static final Duration REPEATS = Duration.ofDays(1);

  static final HireSignals NONE = new HireSignals(List.of(), null);

  private static final Pattern LINK =
      Pattern.compile("(?i)https?://\\S+|www\\.\\S+|\\[url\\b|<a\\s");

  /** Words that mix Latin letters with Cyrillic or Greek ones, to evade filters of words. */
  private static final Pattern MIXED =
      Pattern.compile(
          "\\p{IsLatin}[\\p{IsCyrillic}\\p{IsGreek}]|[\\p{IsCyrillic}\\p{IsGreek}]\\p{IsLatin}");

  private static final int MANY_MIXED = 5;
  private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");
  private static final int MANY_LINKS = 3;
  private static final int MANY_REPEATS = 3;
  private static final int FAST_SECONDS = 3;
  private static final int SHORT_TEXT = 20;
  private static final int ID_BYTES = 12;

  HireSignals {
    signals = signals == null ? List.of() : List.copyOf(signals);
  }

  /** Counts the forms of the last day with a fingerprint. */
  @FunctionalInterface
  interface Repeats {
    long of(String fingerprint);
  }

  /** Result of the check: the signals, and whether they suffice for the state spam. */
  record Verdict(HireSignals found, boolean spam) {}

  /**
   * @param website value of the honeypot field
   * @param seconds time in which the form was filled in; null if it is unknown
   */
  static Verdict of(String text, String website, Integer seconds, Repeats repeats) {
    List<String> signals = new ArrayList<>();
    int score = 0;
    if (seconds != null && seconds < FAST_SECONDS) {
      signals.add("fast");
      score++;
    }
    if (!website.isEmpty()) {
      signals.add("honeypot");
      score += 2;
    }
    if (LINK.matcher(text).results().limit(MANY_LINKS).count() == MANY_LINKS) {
      signals.add("links");
      score++;
    }
    if (MIXED.matcher(text).results().limit(MANY_MIXED).count() == MANY_MIXED) {
      signals.add("letters");
      score += 2;
    }
    String fingerprint = fingerprint(text);
    long repeated = fingerprint == null ? 0 : repeats.of(fingerprint);
    if (repeated > 0) {
      signals.add("repeated");
      score += repeated >= MANY_REPEATS ? 2 : 1;
    }
    return new Verdict(new HireSignals(signals, fingerprint), score >= 2);
  }

  private static String fingerprint(String text) {
    String words =
        NO_LETTERS
            .matcher(LINK.matcher(text).replaceAll(" "))
            .replaceAll("")
            .toLowerCase(Locale.ROOT);
    return words.length() < SHORT_TEXT ? null : Sha256.hex("hire text " + words, ID_BYTES);
  }
}
