package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the source is formatted by google-java-format; {@code mvn spotless:apply} repairs it.
 * This is a test because tests run on the build's JDK, regardless of the JDK that runs Maven.
 */
class FormatTest {
  @Test
  void findsOnlyFormattedFiles() throws Exception {
    List<Path> others = new ArrayList<>();
    for (Path file : sources()) {
      String text = Files.readString(file);
      if (!text.equals(formatted(text))) {
        others.add(file);
      }
    }
    assertEquals(List.of(), others, "mvn spotless:apply formats them");
  }

  @Test
  void correctsUnformattedSource() throws FormatterException {
    String text = "package a;\nimport java.util.List;\nclass  A{}\n";
    assertEquals("package a;\n\nclass A {}\n", formatted(text));
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** Applies the same steps as Spotless. */
  private static String formatted(String text) throws FormatterException {
    String used = RemoveUnusedImports.removeUnusedImports(text);
    return new Formatter().formatSource(ImportOrderer.reorderImports(used, Style.GOOGLE));
  }
}
