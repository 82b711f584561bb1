package dev.gatehouse.pages;

import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Accent color of the pages. Any color can be chosen: text on it, and text in it on the pages'
 * backgrounds, always has the contrast that WCAG requires of text (4.5).
 *
 * @param fill background of buttons
 * @param onFill text of buttons
 * @param onLight links on a light background
 * @param onDark links on a dark background
 */
public record AccentColor(String fill, String onFill, String onLight, String onDark) {
  private static final int[] WHITE = {255, 255, 255};
  private static final int[] BLACK = {0, 0, 0};

  /** Darkest light and lightest dark background of site.css. */
  private static final int[] LIGHT = {240, 242, 245};

  private static final int[] DARK = {38, 44, 53};

  private static final double CONTRAST = 4.5;
  private static final int STEPS = 50;

  /**
   * @param color {@code #rrggbb}
   */
  static AccentColor of(String color) {
    int[] rgb = IntStream.of(1, 3, 5).map(i -> Integer.parseInt(color, i, i + 2, 16)).toArray();
    int[] onFill = contrast(rgb, WHITE) >= CONTRAST ? WHITE : BLACK;
    return new AccentColor(
        hex(rgb), hex(onFill), hex(towards(BLACK, rgb, LIGHT)), hex(towards(WHITE, rgb, DARK)));
  }

  /** Returns the declarations of the style sheet's variables. */
  String declarations() {
    return "--fill:%s;--on-fill:%s;--link-light:%s;--link-dark:%s"
        .formatted(fill, onFill, onLight, onDark);
  }

  /** Mixes a color with black or white until its contrast to a background suffices. */
  private static int[] towards(int[] end, int[] color, int[] background) {
    int[] mixed = color;
    for (int step = 1; contrast(mixed, background) < CONTRAST; step++) {
      int part = step;
      mixed =
          IntStream.range(0, color.length)
              .map(i -> color[i] + (end[i] - color[i]) * part / STEPS)
              .toArray();
    }
    return mixed;
  }

  static double contrast(int[] one, int[] other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  /** Returns the relative luminance that WCAG 2 defines. */
  private static double luminance(int[] rgb) {
    return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
  }

  private static double linear(int part) {
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  private static String hex(int[] rgb) {
    return String.format(Locale.ROOT, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
  }
}
