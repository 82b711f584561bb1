package dev.gatehouse.areas.notifications.mail;

import module java.base;

/**
 * Encodes header text by RFC 2047. The mail client's own encoder splits characters that take two
 * UTF-16 units.
 */
final class EncodedWords {
  /** Maximum length of plain text. A line of an email has at most 998 bytes (RFC 5322). */
  private static final int MAX_PLAIN = 900;

  /** Keeps lines within 76 characters, including the prefix {@code Subject: }. */
  private static final int BYTES_PER_WORD = 39;

  private EncodedWords() {}

  /**
   * Returns plain ASCII text of up to 900 characters unchanged, and other text as encoded words,
   * one per line.
   *
   * @param text without control characters
   */
  static String of(String text) {
    boolean ascii = text.chars().allMatch(c -> c < 0x7f);
    if (ascii && text.length() <= MAX_PLAIN && !text.contains("=?")) {
      return text;
    }
    List<String> words = new ArrayList<>();
    var bytes = new ByteArrayOutputStream();
    text.codePoints()
        .mapToObj(character -> Character.toString(character).getBytes(StandardCharsets.UTF_8))
        .forEach(character -> {
          if (bytes.size() + character.length > BYTES_PER_WORD) {
            words.add(word(bytes));
          }
          bytes.writeBytes(character);
        });
    words.add(word(bytes));
    return String.join("\r\n ", words);
  }

  private static String word(ByteArrayOutputStream bytes) {
    String word = "=?UTF-8?B?" + Base64.getEncoder().encodeToString(bytes.toByteArray()) + "?=";
    bytes.reset();
    return word;
  }
}
