package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

/** Links between the documents, and the size of the README. */
class DocumentLinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|src=\"([^\"]+)\"");
  private static final int README_LINES = 150;

  @Test
  void leadsToExistingFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher links = LINK.matcher(withoutCode(Files.readString(page)));
      while (links.find()) {
        String target = links.group(1) == null ? links.group(2) : links.group(1);
        if (!target.matches("(https?|mailto):.*") && !exists(page, target)) {
          broken.add(page + ": " + target);
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void listsEveryPage() throws IOException {
    String index = Files.readString(Path.of("src/docs/README.md"));
    List<String> missing =
        pages().stream()
            .map(Path::toString)
            .filter(page -> page.startsWith("src/docs/") && !page.endsWith("/README.md"))
            .map(page -> page.substring("src/docs/".length()))
            .filter(page -> !page.matches("(formats|decisions|reference/api)/.*"))
            .filter(page -> !index.contains("(" + page + ")"))
            .toList();
    assertEquals(List.of(), missing, "pages that src/docs/README.md does not list");
  }

  @Test
  void keepsReadmeShort() throws IOException {
    long lines = Files.readAllLines(Path.of("README.md")).size();
    assertTrue(lines <= README_LINES, lines + " lines; move details to a page in src/docs");
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    for (String folder : List.of("src/docs", ".github")) {
      pages.addAll(FileTree.of(Path.of(folder), ".md"));
    }
    return pages;
  }

  private static boolean exists(Path page, String target) throws IOException {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return parts.length == 1 || headings(file).contains(parts[1]);
  }

  /** Returns the anchors that a code host gives to the headings of a page. */
  private static List<String> headings(Path page) throws IOException {
    return withoutCode(Files.readString(page))
        .lines()
        .filter(line -> line.matches("#+ .*"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\w\\- ]", "").strip().replace(' ', '-'))
        .toList();
  }

  private static String withoutCode(String text) {
    return text.replaceAll("(?s)```.*?```", "").replaceAll("`[^`\n]*`", "");
  }
}
