package dev.gatehouse.pages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Samples;
import dev.gatehouse.pages.Theme.AccentColor;
import org.junit.jupiter.api.Test;

/** Contrast of the accent color. */
class AccentColorTest {
  private static final double TEXT = 4.5;

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
