package dev.gatehouse.reference;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.Ran;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sources that {@code scripts/docs} passes to the generator. */
class SiteTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#:]+)(?:#[^)]*)?\\)");
  private static final Pattern ENTRY = Pattern.compile("(?m)^ +- (?:['\"].*['\"]: )?(\\S+\\.md)$");

  @TempDir static Path target;

  @BeforeAll
  static void prepare() throws Exception {
    assumeTrue(Ran.of("command -v python3").exit() == 0, "python3");
    Ran ran = Ran.of("python3 scripts/site/prepare.py . " + target);
    assertEquals(0, ran.exit(), ran.output());
  }

  @Test
  void containsEachDocumentOnceInNavigation() throws IOException {
    List<String> entries =
        ENTRY
            .matcher(Files.readString(target.resolve("mkdocs.yaml")))
            .results()
            .map(entry -> entry.group(1))
            .toList();
    Set<String> documents = new TreeSet<>(Set.of("readme.md"));
    Path docs = Path.of("src/docs");
    FileTree.of(docs, ".md").forEach(file -> documents.add(docs.relativize(file).toString()));
    assertEquals(documents, new TreeSet<>(entries));
    assertEquals(documents.size(), entries.size());
  }

  @Test
  void leadsToExistingPages() throws IOException {
    Set<String> broken = new TreeSet<>();
    for (Path page : FileTree.of(target.resolve("pages"), ".md")) {
      String text = Files.readString(page).replaceAll("(?s)```.*?```|`[^`\n]*`", "");
      for (Matcher link = LINK.matcher(text); link.find(); ) {
        if (!Files.exists(page.resolveSibling(link.group(1)))) {
          broken.add(page.getFileName() + ": " + link.group(1));
        }
      }
    }
    assertEquals(Set.of(), broken);
  }

  @Test
  void hasFeedOfReleases() throws Exception {
    var feed =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(target.resolve("pages/releases.atom").toFile());
    var entries = feed.getElementsByTagName("entry");
    String changelog = Files.readString(Path.of("src/docs/changelog.md"));
    Matcher release = Pattern.compile("(?m)^## (\\d\\S+) \\((\\S+)\\)$").matcher(changelog);
    int found = 0;
    for (; release.find(); found++) {
      String text = entries.item(found).getTextContent();
      assertTrue(text.contains("Gatehouse " + release.group(1)), text);
      assertTrue(text.contains(release.group(2) + "T00:00:00Z"), text);
      assertTrue(text.contains("Added: "), text);
    }
    assertTrue(found > 0, "no release");
    assertEquals(found, entries.getLength());
    assertFalse(Pattern.compile("(?m)^## \\d[^(]*$").matcher(changelog).find(), "needs a date");
  }

  @Test
  void pinsEachPackageOfTheGenerator() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("scripts/site/requirements.txt"));
    assertTrue(lines.size() > 20, lines::toString);
    lines.forEach(line -> assertTrue(line.matches("[\\w.-]+==[\\w.]+"), line));
  }
}
