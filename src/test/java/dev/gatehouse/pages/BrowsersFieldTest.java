package dev.gatehouse.pages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.Unchecked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Mistakes that broke other consoles and shops in a browser, on a phone or with a keyboard. */
class BrowsersFieldTest {
  private static final Map<String, String> FILES =
      Map.of(
          "console", "src/main/resources/console/*.js",
          "consoleCss", "src/main/resources/console/*.css",
          "consolePage", "src/main/resources/console/*.html",
          "pages", "src/main/jte/**.jte",
          "pagesCss", "src/main/resources/pages/*.css");

  private static final Map<String, String> SOURCES = new ConcurrentHashMap<>();

  @ParameterizedTest
  @CsvFileSource(resources = "/field/browsers.tsv", delimiter = '\t', quoteCharacter = '\0')
  void avoidsEachMistake(
      String report, String where, String what, String pattern, String firstTry) {
    assertFalse(firstTry.isBlank(), report);
    String source = SOURCES.computeIfAbsent(where, BrowsersFieldTest::read);
    assertFalse(source.isBlank(), where);
    Matcher found = Pattern.compile(pattern).matcher(source);
    boolean there = found.find();
    assertEquals(what.equals("has"), there, () -> report + (there ? ": " + found.group() : ""));
  }

  private static String read(String where) {
    String glob = FILES.get(where);
    Path folder = Path.of(glob.substring(0, glob.indexOf("/*")));
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    return FileTree.of(folder).stream()
        .filter(matcher::matches)
        .map(file -> Unchecked.get(() -> Files.readString(file)))
        .collect(Collectors.joining());
  }
}
