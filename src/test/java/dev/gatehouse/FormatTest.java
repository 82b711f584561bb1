package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import dev.gatehouse.formats.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that the source is formatted by google-java-format; {@code mvn spotless:apply} repairs it.
 * A clone checks the files of recent commits, since earlier runs have checked all others. This is a
 * test because tests run on the build's JDK, regardless of the JDK that runs Maven. The compiler
 * finds unused imports.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FormatTest {
  /** Digests of formatted texts, so that only changed files are formatted again. */
  private static final Path FORMATTED = Path.of("target/formatted");

  @Test
  void findsOnlyFormattedFilesInRecentCommits() throws Exception {
    List<Path> recent = recent();
    check(recent.isEmpty() ? sources() : recent);
  }

  private static void check(List<Path> files) throws Exception {
    Set<String> known = new HashSet<>();
    if (Files.exists(FORMATTED)) {
      known.addAll(Files.readAllLines(FORMATTED));
    }
    Set<String> formatted = new TreeSet<>(known);
    List<Path> others = new ArrayList<>();
    for (Path file : files) {
      String text = Files.readString(file);
      String digest =
          Sha256.hex(text.getBytes(StandardCharsets.UTF_8))
              + Formatter.class.getPackage().getImplementationVersion();
      if (known.contains(digest) || text.equals(formatted(text))) {
        formatted.add(digest);
      } else {
        others.add(file);
      }
    }
    Files.write(FORMATTED, formatted);
    assertEquals(List.of(), others, "mvn spotless:apply formats them");
  }

  @Test
  void correctsUnformattedSource() throws FormatterException {
    String text = "package a;\nimport java.util.Set;\nimport java.util.List;\nclass  A{}\n";
    assertEquals(
        "package a;\n\nimport java.util.List;\nimport java.util.Set;\n\nclass A {}\n",
        formatted(text));
  }

  private static List<Path> sources() throws IOException {
    return FileTree.of(Path.of("src"), ".java");
  }

  /** Returns the files of the last 30 commits and of the work tree, or none outside a clone. */
  private static List<Path> recent() throws Exception {
    Ran git = Ran.of("git log -30 --format= --name-only && git status --porcelain -uall");
    if (git.exit() != 0) {
      return List.of();
    }
    return git.output()
        .lines()
        .map(line -> Path.of(line.replaceFirst("^.*?(?=src/)", "")))
        .filter(file -> file.toString().endsWith(".java") && Files.exists(file))
        .distinct()
        .sorted()
        .toList();
  }

  private static String formatted(String text) throws FormatterException {
    return new Formatter().formatSource(ImportOrderer.reorderImports(text, Style.GOOGLE));
  }
}
