package dev.gatehouse.pages;

import dev.gatehouse.settings.SettingsException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/**
 * Texts of the public pages in one language. A language is one file of properties in UTF-8 whose
 * values are {@link MessageFormat message formats}. A text that it lacks is English.
 */
final class Texts {
  private static final String ENGLISH = "en";

  private final Locale language;
  private final Properties texts;

  private Texts(Locale language, Properties texts) {
    this.language = language;
    this.texts = texts;
  }

  /**
   * Reads the texts of a language.
   *
   * @param folder where the owner may replace texts and add languages
   * @throws SettingsException if there are none
   */
  static Texts of(Locale language, Optional<Path> folder) {
    Properties texts = new Properties();
    try {
      boolean found = false;
      for (String name : new String[] {ENGLISH, language.getLanguage(), language.toLanguageTag()}) {
        String file = "texts_" + name + ".properties";
        boolean own = name.equals(language.getLanguage()) || name.equals(language.toLanguageTag());
        found |= shipped(texts, file) && own;
        found |= folder.isPresent() && replaced(texts, folder.get().resolve(file)) && own;
      }
      if (!found) {
        throw new SettingsException(
            "theme.language: put the texts into texts_%s.properties in the folder %s"
                .formatted(language.toLanguageTag(), Theme.TEMPLATES));
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new SettingsException(Theme.TEMPLATES + ": cannot read the texts: " + e.getMessage());
    }
    return new Texts(language, texts);
  }

  private static boolean shipped(Properties texts, String file) throws IOException {
    try (InputStream in = Texts.class.getResourceAsStream("/pages/" + file)) {
      if (in != null) {
        texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
      }
      return in != null;
    }
  }

  private static boolean replaced(Properties texts, Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try (Reader in = Files.newBufferedReader(file)) {
      texts.load(in);
    }
    return true;
  }

  /**
   * Returns a text.
   *
   * @throws IllegalStateException if no language has it
   */
  String text(String key, Object... values) {
    String pattern = texts.getProperty(key);
    if (pattern == null) {
      throw new IllegalStateException("no text " + key);
    }
    return new MessageFormat(pattern, language).format(values);
  }
}
