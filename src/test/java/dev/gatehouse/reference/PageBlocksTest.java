package dev.gatehouse.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.FirstRequestTest;
import dev.gatehouse.TestNode;
import dev.gatehouse.reference.PageBlock.Fate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the code blocks of all pages. Each page has its own node, and each language of the
 * reference. Needs curl, openssl, Node.js and Python with the library requests.
 */
@Tag("slow")
class PageBlocksTest {
  @RegisterExtension static final TestNode SHELL = new TestNode();
  @RegisterExtension static final TestNode SCRIPT = new TestNode();
  @RegisterExtension static final TestNode PYTHON = new TestNode();

  /** The nodes of the reference, by the language of the examples. */
  private static final Map<String, TestNode> NODES =
      Map.of("sh", SHELL, "js", SCRIPT, "python", PYTHON);

  @TempDir private Path folder;

  private static Stream<Path> pages() {
    return PageBlock.pages().stream()
        .filter(page ->
            PageBlock.of(page).stream()
                .anyMatch(block -> block.fate() == Fate.RUN && !block.isReference()));
  }

  private static Stream<Path> references() {
    return PageBlock.pages().stream()
        .filter(page -> PageBlock.of(page).stream().anyMatch(PageBlock::isReference));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void runInTheirOrder(Path page) throws Exception {
    assumeTrue(FirstRequestTest.installed("curl") && FirstRequestTest.installed("openssl"));
    try (var shell = new PageShell(folder)) {
      List<String> faults = shell.run(PageBlock.of(page));
      assertEquals("", String.join("\n", faults));
    }
  }

  /** Each example must be accepted, and get the same status from all languages. */
  @ParameterizedTest
  @MethodSource("references")
  void areAcceptedInEachLanguage(Path page) throws Exception {
    assumeTrue(FirstRequestTest.installed("node") && FirstRequestTest.installed("python3"));
    Map<String, Map<String, Integer>> statuses = new TreeMap<>();
    Map<String, String> rejected = new TreeMap<>();
    for (Map.Entry<String, TestNode> node : NODES.entrySet()) {
      String language = node.getKey();
      Path place = Files.createDirectories(folder.resolve(language));
      new ApiPageRun(place, page, node.getValue())
          .run(language)
          .values()
          .forEach(each -> {
            if (!each.operation().equals("payments.webhook")
                && !ExampleReplies.areAccepted(each.operation(), each.status(), each.code())) {
              rejected.put(each.operation() + " " + language, each.toString());
            }
            statuses
                .computeIfAbsent(each.operation(), first -> new TreeMap<>())
                .put(language, each.status());
          });
    }
    assertEquals(Map.of(), rejected);
    // Only curl does not follow redirects.
    statuses
        .values()
        .removeIf(each -> each.get("sh") / 100 == 3 || new HashSet<>(each.values()).size() == 1);
    assertEquals(Map.of(), statuses);
  }
}
