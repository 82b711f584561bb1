package dev.gatehouse.http.documents;

import dev.gatehouse.pages.ManualPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Full-text search in the documentation. Reads the pages from the class path, so that it keeps no
 * memory. A section is found if it contains all words, each at the start of a word.
 */
final class ManualSearch {
  private static final Pattern SECTION =
      Pattern.compile("(?s)<h[1-3] id=\"([^\"]*)\">(.*?)</h[1-3]>(.*?)(?=<h[1-3] id=|\\z)");
  private static final int MAX_HITS = 20;
  private static final int MAX_WORDS = 8;
  private static final int BEFORE = 60;
  private static final int EXCERPT = 200;

  private ManualSearch() {}

  private record Found(ManualPage.Hit hit, int weight) {}

  static List<ManualPage.Hit> find(ManualPage.Index index, String query) {
    List<Pattern> words =
        Arrays.stream(query.toLowerCase(Locale.ROOT).strip().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .limit(MAX_WORDS)
            .map(word -> Pattern.compile("(?<!\\w)" + Pattern.quote(word)))
            .toList();
    List<Found> found = new ArrayList<>();
    if (!words.isEmpty()) {
      index
          .pages()
          .forEach((address, page) -> {
            Matcher sections = SECTION.matcher(Manual.body(page));
            while (sections.find()) {
              add(found, words, address, page.title(), sections);
            }
          });
    }
    return found.stream()
        .sorted(Comparator.comparingInt(Found::weight).reversed())
        .limit(MAX_HITS)
        .map(Found::hit)
        .toList();
  }

  private static void add(
      List<Found> found, List<Pattern> words, String address, String title, Matcher section) {
    String heading = plain(section.group(2));
    String text = plain(section.group(3));
    String searched = (title + ' ' + heading + ' ' + text).toLowerCase(Locale.ROOT);
    if (words.stream().allMatch(word -> word.matcher(searched).find())) {
      String head = (title + ' ' + heading).toLowerCase(Locale.ROOT);
      int inHead = (int) words.stream().filter(word -> word.matcher(head).find()).count();
      String name = heading.equals(title) ? title : title + ": " + heading;
      String target = address + (heading.equals(title) ? "" : '#' + section.group(1));
      // A word that a short section contains says more than in a long one.
      int weight = 100 * inHead - Math.min(99, text.length() / EXCERPT);
      found.add(new Found(new ManualPage.Hit(target, name, excerpt(text, words)), weight));
    }
  }

  private static String excerpt(String text, List<Pattern> words) {
    Matcher first = words.getFirst().matcher(text.toLowerCase(Locale.ROOT));
    int start = first.find() ? Math.max(0, first.start() - BEFORE) : 0;
    int end = Math.min(text.length(), start + EXCERPT);
    return (start > 0 ? "… " : "")
        + text.substring(start, end).strip()
        + (end < text.length() ? " …" : "");
  }

  private static String plain(String html) {
    return html.replaceAll("<[^>]*>", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replaceAll("\\s+", " ")
        .strip();
  }
}
