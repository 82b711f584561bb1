package dev.gatehouse.pages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import dev.gatehouse.TestSettings;
import dev.gatehouse.pages.Pages.ErrorNotice;
import dev.gatehouse.pages.Theme.AccentColor;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Design of the pages as the settings change it, and the contrast of the accent color. */
class PagesTest {
  private static final String EVIL = "<script>alert(1)</script>\"'&";
  private static final String LAYOUT =
      """
      @import dev.gatehouse.pages.Shared
      @import dev.gatehouse.pages.Site
      @import gg.jte.Content
      @param Site site
      @param String title
      @param boolean index = false
      @param Shared shared = null
      @param Content navigation = null
      @param Content content
      <!doctype html>
      <title>${title} at ${site.name()}</title>
      <main>${content}</main>
      """;
  private static final double TEXT = 4.5;

  private static Pages pages(String... set) {
    Map<String, String> theme = new HashMap<>();
    for (int i = 0; i < set.length; i += 2) {
      theme.put(set[i], set[i + 1]);
    }
    return Pages.of(TestSettings.of("THEME_", theme));
  }

  private static String error(Pages pages) {
    return pages.html("error", new ErrorNotice(404, EVIL, "path_not_found", "id-1", null));
  }

  @Test
  void escapesValues() {
    String page = error(pages("NAME", EVIL));
    assertFalse(page.contains("<script"), page);
    assertTrue(page.contains("&lt;script&gt;"), page);
    assertTrue(page.contains("<title>Page not found · &lt;script"), page);
  }

  @Test
  void showsNameLogoAndLinks(@TempDir Path folder) throws Exception {
    Path logo = folder.resolve("Logo.PNG");
    Files.write(logo, new byte[] {1, 2, 3});
    Pages pages =
        pages(
            "NAME",
            "Harbour",
            "LOGO",
            logo.toString(),
            "FOOTER_LINKS",
            "Imprint=/imprint, Ö=https://example.org/a?b=c");
    String page = error(pages);
    assertTrue(page.contains("<span>Harbour</span>"), page);
    assertTrue(page.contains("<a href=\"/imprint\">Imprint</a>"), page);
    assertTrue(page.contains("<a href=\"https://example.org/a?b=c\">Ö</a>"), page);
    PageFile image = pages.files().getLast();
    assertEquals("image/png", image.type());
    assertTrue(image.path().matches("/theme/[0-9a-f]{16}\\.png"), image.path());
    assertTrue(page.contains("<img src=\"" + image.path()), page);
  }

  @Test
  void renamesStyleWhenItChanges() {
    PageFile blue = pages().files().getFirst();
    PageFile red = pages("ACCENT_COLOR", "#ff0000").files().getFirst();
    assertFalse(blue.path().equals(red.path()));
    assertTrue(new String(red.bytes(), StandardCharsets.UTF_8).contains("--fill:#ff0000"));
  }

  @Test
  void replacesTemplateThatOthersUse(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("layout.jte"), LAYOUT);
    String page = error(pages("NAME", "Harbour", "TEMPLATES", folder.toString()));
    assertTrue(page.contains("<title>Page not found at Harbour</title>"), page);
    assertTrue(page.contains("&lt;script&gt;"), page);
  }

  @Test
  void namesTemplateWithAnError(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("layout.jte"), LAYOUT.replace("site.name", "site.nome"));
    SettingsException refused = refused("TEMPLATES", folder.toString());
    assertTrue(refused.getMessage().contains("layout.jte:11"), refused.getMessage());
  }

  @Test
  void rejectsTemplateThatNoPageUses(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("layuot.jte"), LAYOUT);
    SettingsException refused = refused("TEMPLATES", folder.toString());
    assertTrue(refused.getMessage().contains("layuot.jte"), refused.getMessage());
    assertTrue(refused.getMessage().contains("layout.jte"), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "NAME, '', theme.name",
    "ACCENT_COLOR, blue, theme.accentColor",
    "LANGUAGE, english, theme.language",
    "LANGUAGE, it, texts_it.properties",
    "LOGO, /nowhere/logo.png, theme.logo",
    "LOGO, conf/gatehouse.yaml, theme.logo",
    "FOOTER_LINKS, Imprint, theme.footerLinks",
    "FOOTER_LINKS, Imprint=javascript:alert(1), theme.footerLinks",
    "TEMPLATES, /nowhere, theme.templates"
  })
  void namesInvalidSetting(String key, String value, String named) {
    assertTrue(refused(key, value).getMessage().contains(named), refused(key, value).getMessage());
  }

  private static SettingsException refused(String... set) {
    return assertThrows(SettingsException.class, () -> pages(set));
  }

  @Test
  void hasContrastForEveryColor() throws Exception {
    List<int[]> backgrounds = backgrounds();
    int[] levels = {0, 51, 102, 153, 204, 255};
    for (int red : levels) {
      for (int green : levels) {
        for (int blue : levels) {
          String color = String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
          AccentColor accent = AccentColor.of(color);
          assertEquals(color, accent.fill());
          assertTrue(contrast(accent.fill(), rgb(accent.onFill())) >= TEXT, color);
          for (int i = 0; i < backgrounds.size(); i++) {
            String link = i < backgrounds.size() / 2 ? accent.onLight() : accent.onDark();
            assertTrue(contrast(link, backgrounds.get(i)) >= TEXT, color + " as " + link);
          }
        }
      }
    }
  }

  /** Returns the backgrounds of screens in site.css, first the light ones. */
  private static List<int[]> backgrounds() throws Exception {
    String style = Samples.resource("/pages/site.css");
    List<int[]> found =
        Pattern.compile("--(?:page|surface|sunken): (#[0-9a-f]{3,6});")
            .matcher(style.substring(0, style.indexOf("@media print")))
            .results()
            .map(match -> rgb(match.group(1)))
            .toList();
    assertEquals(6, found.size());
    return found;
  }

  private static double contrast(String color, int[] other) {
    return AccentColor.contrast(rgb(color), other);
  }

  private static int[] rgb(String color) {
    String digits = color.length() == 4 ? color.replaceAll("([0-9a-f])", "$1$1") : color;
    return IntStream.of(1, 3, 5).map(i -> Integer.parseInt(digits, i, i + 2, 16)).toArray();
  }
}
