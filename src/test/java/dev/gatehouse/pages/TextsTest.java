package dev.gatehouse.pages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of the pages, and those that an owner adds. */
class TextsTest {
  private static final Path ENGLISH = Path.of("src/main/resources/pages/texts_en.properties");

  /** A key as templates and classes write it, or its beginning. */
  private static final Pattern KEY =
      Pattern.compile("\"([a-z]+(?:[.-][a-zA-Z]+)+[.-]?|[a-z]+\\.)\"");

  @Test
  void hasNoUnusedText() throws Exception {
    StringBuilder source = new StringBuilder();
    for (String folder : new String[] {"src/main/jte", "src/main/java"}) {
      for (Path file : FileTree.of(Path.of(folder))) {
        source.append(Files.readString(file));
      }
    }
    Set<String> written = new TreeSet<>();
    KEY.matcher(source).results().forEach(match -> written.add(match.group(1)));
    Set<String> unused = new TreeSet<>(english().stringPropertyNames());
    unused.removeIf(key -> written.contains(key) || isComposed(key, written));
    assertEquals(Set.of(), unused);
  }

  /** Returns whether a source names the group of a key, or the beginning of that. */
  private static boolean isComposed(String key, Set<String> written) {
    return written.contains(key.substring(0, key.lastIndexOf('.')))
        || written.stream().anyMatch(each -> each.matches(".*[.-]") && key.startsWith(each));
  }

  /**
   * Sentences in classes of the areas that no visitor reads as a page or an email: replies of the
   * API, messages to the owner, GraphQL's errors as clients of the Storefront API know them, a US
   * tax form, and sample data.
   */
  private static final Set<String> NO_TEXTS =
      Set.of(
          """
          CartDetails, CartMutations, ColumnNames, CsvTable, HireOperations, HostingSettings, NotificationChannels,
          NotificationsModule, OrderMailSamples, OrderTable, PriceList, ProductExport, ProductTable, PushOperations,
          ReviewImport, ReviewOperations, Reviews, ScheduleC, ScheduleCOperations, ShopVariant, ShopifyProducts, WooProducts
          """
              .strip()
              .split(",\\s+"));

  private static final Pattern SENTENCE =
      Pattern.compile("(?<!description\\()\"[A-Z][a-z]*[,:]? [a-zA-Z][^\"=]*\"");

  @Test
  void keepsTextsOfVisitorsInTheBundle() throws Exception {
    Set<String> found = new TreeSet<>();
    for (String folder : new String[] {"areas", "pages"}) {
      for (Path file : FileTree.of(Path.of("src/main/java/dev/gatehouse", folder))) {
        String name = file.getFileName().toString().replace(".java", "");
        String code = Files.readString(file).replaceAll("(?m)^ *(\\*|//).*$", "");
        if (!NO_TEXTS.contains(name)) {
          SENTENCE.matcher(code).results().forEach(match -> found.add(name + match.group()));
        }
      }
    }
    found.remove("BookingMails\"I would like to talk about a new website.\"");
    assertEquals(Set.of(), found, "put the texts into " + ENGLISH);
  }

  private static Properties english() throws IOException {
    Properties english = new Properties();
    try (var in = Files.newBufferedReader(ENGLISH)) {
      english.load(in);
    }
    return english;
  }

  @Test
  void formatsEveryEnglishText() throws Exception {
    Texts texts = Texts.of(Locale.ENGLISH, Optional.empty());
    for (String key : english().stringPropertyNames()) {
      String text = texts.text(key, 1, 2, 3, 4, 5);
      assertTrue(!text.isBlank() && !text.contains("{"), key + ": " + text);
    }
    assertThrows(IllegalStateException.class, () -> texts.text("none"));
  }

  @ParameterizedTest
  @CsvSource({"0, Cart", "1, Cart (1)", "1200, 'Cart (1,200)'"})
  void countsItems(int items, String text) {
    assertEquals(text, Texts.of(Locale.ENGLISH, Optional.empty()).text("shop.cart", items));
  }

  /** The German format has a space that does not break the line. */
  @ParameterizedTest
  @CsvSource({
    "en, USD, 19.9, $19.90",
    "en, EUR, 1234567.05, '€1,234,567.05'",
    "en, USD, 90071992547409931.07, '$90,071,992,547,409,931.07'",
    "en, JPY, 1500, '¥1,500'",
    "en, HUF, 2990, 'HUF\u00a02,990'",
    "en, KWD, 0.125, 'KWD\u00a00.125'",
    "de, EUR, 1234.5, '1.234,50\u00a0€'",
    "de-CH, CHF, 1234.5, 'CHF\u00a01’234.50'"
  })
  void formatsPricesExactly(String language, String currency, String amount, String text) {
    assertEquals(text, site(language).price(Money.of(currency, amount)));
  }

  @ParameterizedTest
  @CsvSource({"en, 7.75, 7.75", "en, 19, 19", "de, 5.1234, '5,1234'"})
  void formatsTaxRates(String language, String percent, String text) {
    assertEquals(text, site(language).number(percent));
  }

  private static Site site(String language) {
    return new Site("", language, null, List.of(), List.of(), null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"de", "fr", "es"})
  void translatesAllTexts(String language, @TempDir Path folder) throws Exception {
    Properties translated = new Properties();
    try (var in =
        Files.newBufferedReader(ENGLISH.resolveSibling("texts_" + language + ".properties"))) {
      translated.load(in);
    }
    Set<String> missing = new TreeSet<>(english().stringPropertyNames());
    missing.removeAll(translated.stringPropertyNames());
    // A new text is shown in English until it is translated.
    assertTrue(missing.size() <= 20, missing::toString);
    assertTrue(english().stringPropertyNames().containsAll(translated.stringPropertyNames()));
    Locale locale = Locale.forLanguageTag(language);
    for (String key : translated.stringPropertyNames()) {
      String text = translated.getProperty(key);
      assertEquals(values(english().getProperty(key)), values(text), key);
      assertFalse(text.contains("'"), key);
      new MessageFormat(text, locale);
    }
    Files.writeString(folder.resolve("texts_" + language + ".properties"), "cart.title=X\n");
    assertEquals("X", Texts.of(locale, Optional.of(folder)).text("cart.title"));
  }

  /** Returns the numbers of the values in a message format. */
  private static Set<String> values(String format) {
    return Pattern.compile("\\{(\\d)")
        .matcher(format)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  @Test
  void addsLanguageFromOneFile(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("texts_it.properties"), "cart.title = Il carrello di {0}\n");
    Texts texts = Texts.of(Locale.forLanguageTag("it-CH"), Optional.of(folder));
    assertEquals("Il carrello di Ö", texts.text("cart.title", "Ö"));
    assertEquals("Total", texts.text("cart.total"));
  }

  @Test
  void replacesEnglishText(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("texts_en.properties"), "cart.title = Basket\n");
    assertEquals("Basket", Texts.of(Locale.ENGLISH, Optional.of(folder)).text("cart.title"));
  }

  @Test
  void rejectsLanguageWithoutTexts(@TempDir Path folder) {
    SettingsException refused =
        assertThrows(SettingsException.class, () -> Texts.of(Locale.ITALIAN, Optional.of(folder)));
    assertTrue(refused.getMessage().contains("texts_it.properties"), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cart.title=Korb {0        | cart.title",
        "cart.title=Korb}{         | cart.title",
        "time.day=C'est {0}        | an apostrophe hides the value {0}",
      })
  void rejectsInvalidPattern(String text, String message, @TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("texts_it.properties"), text);
    var refusal =
        assertThrows(SettingsException.class, () -> Texts.of(Locale.ITALIAN, Optional.of(folder)));
    assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("texts_it.properties"), refusal.getMessage());
  }

  @Test
  void namesMissingAndUnknownTexts(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("texts_it.properties"), "cart.title=Korb\ncart.titel=Korb\n");
    List<String> hints = Texts.of(Locale.ITALIAN, Optional.of(folder)).hints();
    assertEquals(2, hints.size(), hints::toString);
    assertTrue(hints.getFirst().endsWith("no page uses these texts: cart.titel"), hints::toString);
    assertTrue(hints.getLast().contains("missing in it"), hints::toString);
    assertEquals(List.of(), Texts.of(Locale.ENGLISH, Optional.of(folder)).hints());
  }
}
