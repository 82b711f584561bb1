package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A failed test is retried in the same JVM with its class already loaded. Objects created with the
 * class must therefore last until the JVM ends.
 */
class SecondTriesTest {
  private static final Pattern LAST =
      Pattern.compile(
          "@AfterAll\\s[^{]*\\{(.*?)\\n {2}}|static final AfterAllCallback (.*?);\\n",
          Pattern.DOTALL);
  private static final Pattern ENDED =
      Pattern.compile("\\b[A-Z][A-Z0-9_]*(?:\\.\\w+)?\\.(?:close|stop|shutdown)\\(");

  @Test
  void closesNoStaticFixtureAfterAll() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      List<Path> tests = files.filter(file -> file.toString().endsWith("Test.java")).toList();
      List<String> ended = tests.stream().flatMap(SecondTriesTest::ended).toList();
      assertEquals(List.of(), ended);
    }
  }

  @Test
  void detectsAClosedStaticFixture() {
    String source = "  @AfterAll\n  static void end() {\n    SHOP.provider.close();\n  }\n";
    assertTrue(ended(source).findFirst().isPresent());
    assertTrue(ended(source.replace("SHOP", "shop")).findFirst().isEmpty());
    String callback = "  static final " + "AfterAllCallback END = context -> STORE.close();\n";
    assertTrue(ended(callback).findFirst().isPresent());
  }

  private static Stream<String> ended(Path test) {
    try {
      return ended(Files.readString(test)).map(end -> test + " " + end);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Stream<String> ended(String source) {
    return LAST.matcher(source)
        .results()
        .flatMap(method -> ENDED.matcher(method.group()).results().map(MatchResult::group));
  }
}
