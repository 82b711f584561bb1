package dev.gatehouse.reference;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.reference.PageBlock.Fate;
import org.junit.jupiter.api.Test;

/** Each code block of a page is run, compared, or has a reason. */
class PageBlockMarksTest {
  private static final Path TESTS = Path.of("src/test/java");

  private static Stream<PageBlock> blocks() {
    return PageBlock.pages().stream().flatMap(page -> PageBlock.of(page).stream());
  }

  @Test
  void leavesNoBlockWithoutATest() {
    List<PageBlock> forgotten = blocks().filter(each -> each.fate() == Fate.FORGOTTEN).toList();
    assertEquals(
        List.of(),
        forgotten,
        "mark them with <!-- not run: REASON -->, <!-- run by TEST --> or <!-- output -->");
    assertTrue(blocks().filter(each -> each.fate() == Fate.RUN).count() > 500);
  }

  /** A test that runs a block must read it from its page. */
  @Test
  void namesTestsThatReadThePage() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (PageBlock block : blocks().filter(each -> !each.test().isEmpty()).toList()) {
      try (Stream<Path> files = Files.walk(TESTS)) {
        Path test =
            files.filter(file -> file.endsWith(block.test() + ".java")).findFirst().orElse(null);
        String page = block.page().getFileName().toString();
        if (test == null || !Files.readString(test).contains(page)) {
          wrong.add(block + " " + block.test());
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void comparesShownOutputByItsForm() {
    String output =
        "{\"id\":\"6a1f00000000000000000001\",\"at\":\"2026-11-22T08:26:47.925Z\",\"n\":1}";
    assertTrue(ShownOutput.isIn(output, output.replace("6a1f", "ffff")));
    assertTrue(ShownOutput.isIn(output, "{\"id\":\"…\",\"at\":\"…Z\",\"n\":1}"));
    assertFalse(ShownOutput.isIn(output, output.replace("\"n\":1", "\"n\":2")));
  }
}
