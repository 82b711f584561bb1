package dev.gatehouse.formats;

import module java.base;

import java.lang.Character.UnicodeScript;

/**
 * Check of host names that rejects deceptive look-alikes. It follows the rules by which browsers
 * display internationalized names (UTS 39).
 *
 * <p>Each label must use one script. A label must not consist only of look-alikes of Latin
 * characters, unless the script is native to its top-level domain. Numeric hosts must use the usual
 * notation.
 */
final class HostSpelling {
  private static final String PUNYCODE = "xn--";
  private static final int MAX_NAME = 253;
  private static final Pattern LABEL =
      Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
  private static final Pattern OCTETS =
      Pattern.compile("((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\\.(?!$)|$)){4}");

  /** Scripts in everyday use. Other scripts are rejected, because few people can read them. */
  private static final Set<UnicodeScript> KNOWN =
      EnumSet.of(
          UnicodeScript.LATIN,
          UnicodeScript.CYRILLIC,
          UnicodeScript.GREEK,
          UnicodeScript.ARMENIAN,
          UnicodeScript.HEBREW,
          UnicodeScript.ARABIC,
          UnicodeScript.DEVANAGARI,
          UnicodeScript.BENGALI,
          UnicodeScript.TAMIL,
          UnicodeScript.TELUGU,
          UnicodeScript.THAI,
          UnicodeScript.GEORGIAN,
          UnicodeScript.HANGUL,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.HAN);

  /** Scripts that are commonly combined. */
  private static final List<Set<UnicodeScript>> TOGETHER =
      List.of(
          EnumSet.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA),
          EnumSet.of(UnicodeScript.HAN, UnicodeScript.HANGUL));

  /** Characters that resemble Latin ones in small print. */
  private static final Map<UnicodeScript, String> LOOK_ALIKES =
      Map.of(
          UnicodeScript.CYRILLIC, "асԁеһіјӏорԛѕԝхуъьҽпгѵѡкмтвн",
          UnicodeScript.GREEK, "αβεηικνορτυχωγ",
          UnicodeScript.ARMENIAN, "օոսհցղզյգքսւ");

  /** Top-level domains to which a script is native. */
  private static final Map<UnicodeScript, Set<String>> HOMES =
      Map.of(
          UnicodeScript.CYRILLIC,
              Set.of("ru", "su", "ua", "by", "bg", "kz", "mk", "rs", "mn", "kg"),
          UnicodeScript.GREEK, Set.of("gr", "cy"),
          UnicodeScript.ARMENIAN, Set.of("am"));

  /** Non-ASCII Latin characters of European languages that have a clearly visible mark. */
  private static final Pattern EUROPEAN =
      Pattern.compile("[a-z0-9\\u00DF-\\u00F6\\u00F8-\\u0148\\u014B-\\u017E\\u0219\\u021B-]+");

  /** Pictures, which resemble no letter, with Latin letters and digits. */
  private static final Pattern EMOJI =
      Pattern.compile(
          "[a-z0-9-]*(\\p{IsEmoji_Presentation}|\\p{IsExtended_Pictographic}\\x{FE0F}?|[\\x{1F3FB}-\\x{1F3FF}]|\\x{200D}|[a-z0-9-])+");

  private static final String MARKLESS = "ıĸŀ";

  private HostSpelling() {}

  /**
   * Returns a host in lower-case ASCII.
   *
   * @param host a name, an IPv4 address, or an IPv6 address in brackets
   * @throws IllegalArgumentException whose message follows the name of a field
   */
  static String ascii(String host) {
    if (host.startsWith("[")) {
      return host.toLowerCase(Locale.ROOT);
    }
    String name = PlainText.withoutEnd(".", host);
    String lower = name.toLowerCase(Locale.ROOT);
    String[] labels = lower.split("\\.", -1);
    String last = labels[labels.length - 1];
    if (NUMBER.matcher(last).matches()) {
      must(OCTETS.matcher(lower).matches(), "must have an IPv4 host in dotted decimal form");
      return lower;
    }
    StringBuilder ascii = new StringBuilder();
    for (String label : labels) {
      ascii.append(ascii.isEmpty() ? "" : ".").append(ascii(label, letters(last)));
    }
    must(ascii.length() <= MAX_NAME, "must have a host of at most " + MAX_NAME + " characters");
    return ascii.toString();
  }

  private static String ascii(String label, String top) {
    String unicode = letters(label);
    if (isAscii(unicode)) {
      must(LABEL.matcher(label).matches(), "must have a host that is one");
      must(!label.startsWith(PUNYCODE), "must have a host with readable characters");
      return label;
    }
    must(
        Normalizer.isNormalized(unicode, Normalizer.Form.NFKC),
        "must have a host without confusable characters");
    if (EMOJI.matcher(unicode).matches()) {
      // Browsers ignore the sign that asks for a colored picture.
      return encoded(unicode.replace("\uFE0F", ""));
    }
    must(honest(unicode, top), "must have a host that does not pass for another");
    String ascii = encoded(unicode);
    must(letters(ascii).equals(unicode), "must have a host without confusable characters");
    return ascii;
  }

  private static String encoded(String label) {
    try {
      return IDN.toASCII(label, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("must have a valid host name", e);
    }
  }

  private static String letters(String label) {
    if (!label.startsWith(PUNYCODE)) {
      return label;
    }
    return IDN.toUnicode(label, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
  }

  private static boolean honest(String label, String top) {
    boolean plain =
        label
            .codePoints()
            .allMatch(character ->
                Character.isLetter(character)
                    || Character.getType(character) == Character.NON_SPACING_MARK
                    || Character.getType(character) == Character.COMBINING_SPACING_MARK
                    || (character >= '0' && character <= '9')
                    || character == '-');
    Set<UnicodeScript> scripts =
        label
            .codePoints()
            .mapToObj(UnicodeScript::of)
            .filter(script -> script != UnicodeScript.COMMON && script != UnicodeScript.INHERITED)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(UnicodeScript.class)));
    boolean one =
        scripts.size() == 1 || TOGETHER.stream().anyMatch(set -> set.containsAll(scripts));
    return plain
        && one
        && KNOWN.containsAll(scripts)
        && scripts.stream().allMatch(script -> honest(label, script, top));
  }

  private static boolean honest(String label, UnicodeScript script, String top) {
    if (script == UnicodeScript.LATIN) {
      return EUROPEAN.matcher(label).matches()
          && label.chars().noneMatch(character -> MARKLESS.indexOf(character) >= 0);
    }
    String alike = LOOK_ALIKES.getOrDefault(script, "");
    boolean atHome =
        HOMES.getOrDefault(script, Set.of()).contains(top)
            || top.codePoints().allMatch(character -> UnicodeScript.of(character) == script);
    return atHome
        || label
            .codePoints()
            .filter(Character::isLetter)
            .anyMatch(letter -> alike.indexOf(letter) < 0);
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(character -> character < 0x80);
  }

  private static void must(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
