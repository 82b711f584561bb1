package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rules for the prose of documents, comments, the contract, the console and settings: no word of
 * {@code prose/words.txt}, and short sentences in documents.
 */
class ProseTest {
  private static final Path WORDS = Path.of("src/test/resources/prose/words.txt");
  private static final int MAX_WORDS = 30;
  private static final double MAX_LONG_SENTENCES = 0.04;

  private static final Pattern FORBIDDEN =
      Pattern.compile(
          words()
              .map(line -> line.split(" - ")[0])
              .collect(Collectors.joining("|", "\\b(", ")\\b")),
          Pattern.CASE_INSENSITIVE);

  private static final Pattern MARKDOWN_OTHER =
      Pattern.compile(
          "```[\\s\\S]*?```|^\\|.*$|^#+ .*$|^---.*$|<[^>]+>|`[^`]*`|\\]\\([^)]*\\)",
          Pattern.MULTILINE);
  private static final Pattern JAVA_COMMENT =
      Pattern.compile("(?s)\"\"\".*?\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\"|/\\*.*?\\*/|//[^\n]*");
  private static final Pattern CODE_IN_COMMENT = Pattern.compile("\\{@\\w+ [^}]*}|@param \\w+");
  private static final Pattern SCRIPT_PROSE =
      Pattern.compile(
          "//[^\n]*|/\\*[\\s\\S]*?\\*/|'[A-Z][^'\n]{12,}'|\"[A-Z][^\"\n]{12,}\"|>[A-Z][^<\n]{12,}<");

  /** The kinds of prose: where it is, and how it is separated from code. */
  enum Kind {
    DOCUMENTS("README.md|src/docs/.*\\.md|\\.github/.*\\.md", ProseTest::markdown),
    COMMENTS("src/(main|test)/java/.*\\.java", ProseTest::comments),
    CONTRACT(
        "src/main/resources/contract/.*\\.yaml", text -> blank(text, Pattern.compile("`[^`]*`"))),
    CONSOLE("src/main/resources/(console|storefront)/.*\\.(js|html)", ProseTest::script),
    SETTINGS("conf/.*\\.(yaml|cfg|conf)", text -> only(text, Pattern.compile("#[^\n]*")));

    private final Pattern files;
    private final UnaryOperator<String> prose;

    Kind(String files, UnaryOperator<String> prose) {
      this.files = Pattern.compile(files);
      this.prose = prose;
    }
  }

  private static Stream<String> words() {
    return Unchecked.get(() ->
        Files.readAllLines(WORDS).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#")));
  }

  /** Replaces what matches by spaces; line breaks stay, so that line numbers hold. */
  private static String blank(String text, Pattern other) {
    return other
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(match.group().replaceAll("[^\n]", " ")));
  }

  /** Keeps only what matches. */
  private static String only(String text, Pattern kept) {
    StringBuilder all = new StringBuilder(text.replaceAll("[^\n]", " "));
    kept.matcher(text)
        .results()
        .forEach(match -> all.replace(match.start(), match.end(), match.group()));
    return all.toString();
  }

  private static String markdown(String text) {
    return blank(text, MARKDOWN_OTHER);
  }

  private static String comments(String text) {
    StringBuilder all = new StringBuilder(text.replaceAll("[^\n]", " "));
    JAVA_COMMENT
        .matcher(text)
        .results()
        .filter(match -> match.group().startsWith("/"))
        .forEach(match -> all.replace(match.start(), match.end(), match.group()));
    return blank(all.toString(), CODE_IN_COMMENT);
  }

  private static String script(String text) {
    return only(text, SCRIPT_PROSE);
  }

  private static List<Path> files(Path root, Kind kind) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String top : List.of("README.md", "src", ".github", "conf")) {
      if (Files.exists(root.resolve(top))) {
        try (Stream<Path> all = Files.walk(root.resolve(top))) {
          all.filter(Files::isRegularFile)
              .filter(file -> kind.files.matcher(root.relativize(file).toString()).matches())
              .filter(file -> !file.endsWith("ProseTest.java"))
              .forEach(files::add);
        }
      }
    }
    return files;
  }

  /** Returns each use of a forbidden word as {@code file:line: word}. */
  private static List<String> faults(Path root, Kind kind) throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path file : files(root, kind)) {
      String prose = kind.prose.apply(Files.readString(file));
      for (MatchResult found : FORBIDDEN.matcher(prose).results().toList()) {
        long line = prose.substring(0, found.start()).lines().count();
        faults.add(root.relativize(file) + ":" + Math.max(1, line) + ": " + found.group());
      }
    }
    return faults;
  }

  @ParameterizedTest
  @EnumSource
  void usesNoForbiddenWord(Kind kind) throws IOException {
    assertEquals(List.of(), faults(Path.of(""), kind), WORDS + " lists the words to use instead");
  }

  @ParameterizedTest
  @EnumSource
  void noticesAForbiddenWord(Kind kind, @TempDir Path root) throws IOException {
    String comment = "This is what nobody needs.";
    Path file =
        switch (kind) {
          case DOCUMENTS -> write(root, "src/docs/a.md", "# Title\n\n" + comment + '\n');
          case COMMENTS -> write(root, "src/main/java/A.java", "// " + comment + "\nclass A {}\n");
          case CONTRACT -> write(root, "src/main/resources/contract/a.yaml", "summary: " + comment);
          case CONSOLE -> write(root, "src/main/resources/console/a.js", "f('" + comment + "');\n");
          case SETTINGS -> write(root, "conf/a.yaml", "# " + comment + "\na: 1\n");
        };
    List<String> faults = faults(root, kind);
    assertEquals(1, faults.size(), file + " " + faults);
    assertTrue(faults.getFirst().endsWith(": nobody"), faults::toString);
  }

  @Test
  void keepsSentencesOfDocumentsShort() throws IOException {
    List<String> longOnes = new ArrayList<>();
    int sentences = 0;
    for (Path file : files(Path.of(""), Kind.DOCUMENTS)) {
      String prose = markdown(Files.readString(file));
      for (String sentence :
          prose.split("(?<=[.!?:])\\s+(?=[A-Z(])|\n\\s*\n|\n\\s*(?:[-*]|\\d+\\.) ")) {
        long count = Pattern.compile("[A-Za-z']+").matcher(sentence).results().count();
        sentences += count >= 3 ? 1 : 0;
        if (count > MAX_WORDS) {
          longOnes.add(file + ": " + sentence.strip());
        }
      }
    }
    assertTrue(
        longOnes.size() <= MAX_LONG_SENTENCES * sentences,
        longOnes.size() + " of " + sentences + ":\n" + String.join("\n", longOnes));
  }

  private static Path write(Path root, String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }
}
