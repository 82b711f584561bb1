package dev.gatehouse.http.documents;

import module java.base;

import dev.gatehouse.pages.ManualPage;

/**
 * Full-text search in the documentation. A section is found if it contains all words, each at the
 * start of a word. The sections are read from the class path on first use, and forgotten when the
 * memory is needed, because reading them takes much longer than a search.
 */
final class ManualSearch {
  private static final Pattern SECTION =
      Pattern.compile("(?s)<h[1-3] id=\"([^\"]*)\">(.*?)</h[1-3]>(.*?)(?=<h[1-3] id=|\\z)");
  private static final List<String> GUIDES =
      List.of("/docs/guides/", "/docs/operate/", "/docs/providers/");
  private static final int MAX_HITS = 20;
  private static final int MAX_WORDS = 8;
  private static final int BEFORE = 60;
  private static final int EXCERPT = 200;

  private volatile SoftReference<List<Section>> sections = new SoftReference<>(null);

  /**
   * Section of a page.
   *
   * @param head its headings in lower case
   * @param searched its headings and text in lower case
   */
  record Section(String target, String name, String text, String head, String searched) {}

  private record Found(Section section, int weight) {}

  private record Word(String text, Pattern atStart) {
    boolean isIn(String section) {
      return section.contains(text) && atStart.matcher(section).find();
    }
  }

  /**
   * @param found whether the section at an address can be found
   */
  List<ManualPage.Hit> find(ManualPage.Index index, Predicate<String> found, String query) {
    List<Word> words =
        Arrays.stream(query.toLowerCase(Locale.ROOT).strip().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .limit(MAX_WORDS)
            .map(word -> new Word(word, Pattern.compile("(?<!\\w)" + Pattern.quote(word))))
            .toList();
    if (words.isEmpty()) {
      return List.of();
    }
    return sections(index).stream()
        .filter(section -> found.test(section.target()))
        .filter(section -> words.stream().allMatch(word -> word.isIn(section.searched())))
        .map(section -> new Found(section, weight(section, words)))
        .sorted(Comparator.comparingInt(Found::weight).reversed())
        .limit(MAX_HITS)
        .map(best -> hit(best.section(), words))
        .toList();
  }

  List<Section> sections(ManualPage.Index index) {
    List<Section> known = sections.get();
    if (known != null) {
      return known;
    }
    List<Section> read = new ArrayList<>();
    index
        .pages()
        .forEach((address, page) -> {
          Matcher parts = SECTION.matcher(Manual.body(page));
          while (parts.find()) {
            read.add(section(address, page.title(), parts));
          }
        });
    sections = new SoftReference<>(read);
    return read;
  }

  private static Section section(String address, String title, Matcher part) {
    String heading = plain(part.group(2));
    String text = plain(part.group(3));
    String head = (title + ' ' + heading).toLowerCase(Locale.ROOT);
    String name = heading.equals(title) ? title : title + ": " + heading;
    String target = address + (heading.equals(title) ? "" : '#' + part.group(1));
    return new Section(target, name, text, head, head + ' ' + text.toLowerCase(Locale.ROOT));
  }

  private static int weight(Section section, List<Word> words) {
    int inHead = (int) words.stream().filter(word -> word.isIn(section.head())).count();
    // A guide answers a question, and the reference says how a request is sent. A word that a short
    // section contains says more than in a long one.
    int guide = GUIDES.stream().anyMatch(section.target()::startsWith) ? 150 : 0;
    return 100 * inHead + guide - Math.min(99, section.text().length() / EXCERPT);
  }

  private static ManualPage.Hit hit(Section section, List<Word> words) {
    String text = section.text();
    Matcher first = words.getFirst().atStart().matcher(text.toLowerCase(Locale.ROOT));
    int start = first.find() ? Math.max(0, first.start() - BEFORE) : 0;
    int end = Math.min(text.length(), start + EXCERPT);
    String excerpt =
        (start > 0 ? "… " : "")
            + text.substring(start, end).strip()
            + (end < text.length() ? " …" : "");
    return new ManualPage.Hit(section.target(), section.name(), excerpt);
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
