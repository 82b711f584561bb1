package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the commands of the guides, page by page, in a shell. Every request must succeed. Not run
 * are lines that start a node or a command of the repository, and blocks after a comment {@code
 * <!-- not run: REASON -->}.
 */
class GuideCommandsTest {
  private static final Path GUIDES = Path.of("src/docs/guides");
  private static final Pattern BLOCK =
      Pattern.compile("(?s)(?:<!-- not run: ([^>]+) -->\n+)?```sh\n(.*?)```");

  /** Starts of lines that set variables for a node, or start one. */
  private static final Pattern OTHER_PROGRAM =
      Pattern.compile("GATEHOUSE_.*|scripts/.*|.* scripts/run");

  @RegisterExtension static final TestNode NODE = new TestNode();

  @TempDir private Path folder;

  private static Stream<String> guides() throws IOException {
    try (Stream<Path> files = Files.list(GUIDES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !commands(name).isBlank())
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("guides")
  void succeedAsPasted(String guide) throws Exception {
    assumeTrue(FirstRequestTest.installed("curl") && FirstRequestTest.installed("openssl"));
    prepareFiles();
    Path output = folder.resolve("output");
    Process shell =
        new ProcessBuilder("bash", "-e", "-c", preparation() + commands(guide))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = shell.waitFor(60, TimeUnit.SECONDS);
    shell.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.ISO_8859_1);
    assertTrue(ended, printed);
    assertEquals(0, shell.exitValue(), printed);
    assertFalse(printed.contains("FAILED: "), printed);
  }

  /** Reports each request that fails, except one whose reader has seen enough. */
  private static String preparation() {
    return """
    BASE=%s; KEY=%s; TOKEN=%s
    curl() {
      command curl --fail-with-body "$@" || [ $? = 23 ] || echo "FAILED: $*" >&2
    }
    """
        .formatted(NODE.address(), TestNode.KEY, NODE.client().token(TestNode.CODE));
  }

  private static String commands(String guide) {
    try {
      Matcher blocks = BLOCK.matcher(Files.readString(GUIDES.resolve(guide)));
      return blocks
          .results()
          .filter(block -> block.group(1) == null)
          .map(block -> withoutOtherPrograms(block.group(2)))
          .collect(Collectors.joining());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String withoutOtherPrograms(String block) {
    return block
        .replace("\\\n", "\\\0")
        .lines()
        .filter(line -> !OTHER_PROGRAM.matcher(line.replace("\0", " ")).matches())
        .map(line -> line.replace("\\\0", "\\\n") + "\n")
        .collect(Collectors.joining());
  }

  /** Creates the files that the guides send. */
  private void prepareFiles() throws IOException {
    Path market = Path.of("src/test/resources/market").toAbsolutePath();
    Files.createDirectories(folder.resolve("src/test/resources"));
    Files.createSymbolicLink(folder.resolve("src/test/resources/market"), market);
    Files.copy(
        Path.of("src/test/resources/market/arrow-odd-types.parquet"),
        folder.resolve("spy.parquet"));
    Files.writeString(folder.resolve("resume.pdf"), "%PDF-1.4\n%%EOF\n");
    var zip = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(zip)) {
      out.putNextEntry(new ZipEntry("level.dat"));
      out.write(1);
    }
    Files.write(folder.resolve("world.zip"), zip.toByteArray());
  }
}
