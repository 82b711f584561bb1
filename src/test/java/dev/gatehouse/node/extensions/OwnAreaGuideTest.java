package dev.gatehouse.node.extensions;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The extension of the guide "Your own area", built from the blocks of the page. */
@Tag("slow")
class OwnAreaGuideTest {
  private static final Path GUIDE = Path.of("src/docs/guides/own-area.md");
  private static final Path FOLDER = TestNode.folder("own-area");
  private static final int AT_ONCE = 10;

  @RegisterExtension static final TestNode NODE = new TestNode().with("EXTENSIONS_FOLDER", jars());

  private static String jars() {
    String description = "api: 1\nname: views\ndescription: Views of pages\n" + block("yaml");
    return ExtensionJars.extension(FOLDER, "views.Views", block("java"), description);
  }

  private static String block(String language) {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\n(.*?)```")
            .matcher(Unchecked.get(() -> Files.readString(GUIDE)));
    assertTrue(block.find(), language);
    return block.group(1);
  }

  @AfterAll
  static void delete() {
    TestNode.deleteTree(FOLDER);
  }

  @Test
  void countsEachViewOnce() throws Exception {
    assertEquals("{\"page\":\"home\",\"views\":0}", NODE.get("/views/home").text());
    List<Integer> statuses =
        Concurrently.times(AT_ONCE, i -> NODE.request("POST", "/views/home").send().status());
    long counted = statuses.stream().filter(status -> status == 200).count();
    assertTrue(counted > 0, statuses::toString);
    assertEquals(counted, NODE.get("/views/home").json().getLong("views"), statuses::toString);
  }

  @Test
  void describesItsOperations() {
    assertTrue(
        NODE.get("/openapi.json").json().getJsonObject("paths").containsKey("/views/{page}"));
    assertEquals(400, NODE.get("/views/A%20B").status());
  }
}
