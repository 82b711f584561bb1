package dev.gatehouse.pages;

import module java.base;

import dev.gatehouse.settings.SettingsException;

/**
 * Texts of the public pages in one language. A language is one file of properties in UTF-8 whose
 * values are {@link MessageFormat message formats}. A text that it lacks is English.
 */
final class Texts {
  private static final String ENGLISH = "en";
  private static final int SHOWN = 8;
  private static final Pattern ARGUMENT = Pattern.compile("(?<!')\\{(\\d{1,2})\\b");

  private final Locale language;
  private final Properties properties;
  private final List<String> hints;

  private Texts(Locale language, Properties properties, List<String> hints) {
    this.language = language;
    this.properties = properties;
    this.hints = List.copyOf(hints);
  }

  /**
   * Reads the texts of a language.
   *
   * @param folder where the owner may replace texts and add languages
   * @throws SettingsException if there are none
   */
  static Texts of(Locale language, Optional<Path> folder) {
    Properties properties = new Properties();
    Properties own = new Properties();
    Properties english = new Properties();
    Properties translated = new Properties();
    try {
      boolean found = false;
      shipped(english, "texts_" + ENGLISH + ".properties");
      for (String name : new String[] {ENGLISH, language.getLanguage(), language.toLanguageTag()}) {
        String file = "texts_" + name + ".properties";
        boolean wanted =
            name.equals(language.getLanguage()) || name.equals(language.toLanguageTag());
        found |= shipped(properties, file) && wanted;
        if (!name.equals(ENGLISH)) {
          shipped(translated, file);
        }
        if (folder.isPresent()) {
          Properties replaced = new Properties();
          found |= replaced(replaced, folder.get().resolve(file)) && wanted;
          mustBeValid(file, replaced, language);
          own.putAll(replaced);
          properties.putAll(replaced);
        }
      }
      if (!found) {
        throw new SettingsException(
            "theme.language: put the texts into texts_%s.properties in the folder %s"
                .formatted(language.toLanguageTag(), Theme.TEMPLATES));
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new SettingsException(Theme.TEMPLATES + ": cannot read the texts: " + e.getMessage());
    }
    Set<String> known = translated.stringPropertyNames();
    return new Texts(language, properties, hints(language, own, known, english));
  }

  /** Makes all formats, because one with an open brace would fail each page that shows it. */
  private static void mustBeValid(String file, Properties properties, Locale language) {
    for (String key : new TreeSet<>(properties.stringPropertyNames())) {
      String pattern = properties.getProperty(key);
      try {
        int arguments = new MessageFormat(pattern, language).getFormatsByArgumentIndex().length;
        int last =
            ARGUMENT
                .matcher(pattern)
                .results()
                .mapToInt(found -> number(found.group(1)))
                .max()
                .orElse(-1);
        if (last >= arguments) {
          throw new IllegalArgumentException("an apostrophe hides the value {" + last + "}");
        }
      } catch (IllegalArgumentException e) {
        throw new SettingsException(
            "%s: %s: the text %s is invalid (%s): write a brace as '{' and an apostrophe as ''"
                .formatted(Theme.TEMPLATES, file, key, e.getMessage()));
      }
    }
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  /** Returns sentences about texts that are unknown, or that another language lacks. */
  private static List<String> hints(
      Locale language, Properties own, Set<String> translated, Properties english) {
    Set<String> unknown = new TreeSet<>(own.stringPropertyNames());
    unknown.removeAll(english.stringPropertyNames());
    Set<String> absent = new TreeSet<>(english.stringPropertyNames());
    absent.removeAll(own.stringPropertyNames());
    absent.removeAll(translated);
    List<String> hints = new ArrayList<>();
    if (!unknown.isEmpty()) {
      hints.add("theme.templates: no page uses these texts: " + first(unknown));
    }
    if (!absent.isEmpty() && !language.getLanguage().equals(ENGLISH)) {
      hints.add(
          "theme.templates: %s texts are missing in %s, so they are shown in English: %s"
              .formatted(absent.size(), language.toLanguageTag(), first(absent)));
    }
    return hints;
  }

  private static String first(Set<String> keys) {
    String names = keys.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return keys.size() > SHOWN ? names + ", …" : names;
  }

  /** Returns sentences about texts that the owner should add or delete. */
  List<String> hints() {
    return hints;
  }

  private static boolean shipped(Properties properties, String file) throws IOException {
    try (InputStream in = Texts.class.getResourceAsStream("/pages/" + file)) {
      if (in != null) {
        properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
      }
      return in != null;
    }
  }

  private static boolean replaced(Properties properties, Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    }
    return true;
  }

  /**
   * Returns a text.
   *
   * @throws IllegalStateException if no language has it
   */
  String text(String key, Object... values) {
    String pattern = properties.getProperty(key);
    if (pattern == null) {
      throw new IllegalStateException("no text " + key);
    }
    return new MessageFormat(pattern, language).format(values);
  }
}
