package dev.gatehouse.reference;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.Unchecked;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The provider pages: their payloads are the tests' fixtures, and their settings exist. */
class ProviderPagesTest {
  private static final Path FOLDER = Path.of("src/docs/providers");
  private static final Path FIXTURES = Path.of("src/test/resources/upstreams");
  private static final String WRITE = "gatehouse.write";
  private static final String COMMAND =
      "mvn -q test-compile surefire:test -Dtest=ProviderPagesTest -D" + WRITE + "=true";
  private static final Pattern FIXTURE =
      Pattern.compile("(?s)(<!-- fixture (\\S+) -->\n```json\n)(.*?)(```)");
  private static final Pattern VARIABLE = Pattern.compile("`GATEHOUSE_([A-Z0-9_]+)`");
  private static final int MAX_ELEMENTS = 2;
  private static final List<String> SECTIONS =
      List.of("## Settings", "## Test it", "## What is sent", "## When it fails");

  private static List<Path> pages() throws IOException {
    return FileTree.of(FOLDER);
  }

  @Test
  void showsPayloadsOfFixtures() throws IOException {
    List<Path> outdated = new ArrayList<>();
    int payloads = 0;
    for (Path page : pages()) {
      String text = Files.readString(page);
      Matcher blocks = FIXTURE.matcher(text);
      String current =
          blocks.replaceAll(block -> {
            Path fixture = FIXTURES.resolve(block.group(2));
            String json = shortened(Unchecked.get(() -> Files.readString(fixture)));
            return Matcher.quoteReplacement(block.group(1) + json + '\n' + block.group(4));
          });
      payloads += (int) FIXTURE.matcher(text).results().count();
      if (Boolean.getBoolean(WRITE)) {
        Files.writeString(page, current);
      } else if (!current.equals(text)) {
        outdated.add(page);
      }
    }
    assertEquals(List.of(), outdated, "not current; write them with: " + COMMAND);
    assertTrue(payloads >= 14, payloads + " payloads");
  }

  /** Formats JSON, with only the first elements of each array. */
  private static String shortened(String text) {
    Object shorter = first(Json.decodeValue(text));
    return shorter instanceof JsonObject object
        ? object.encodePrettily()
        : ((JsonArray) shorter).encodePrettily();
  }

  private static Object first(Object value) {
    return switch (value) {
      case JsonObject object -> {
        JsonObject copy = new JsonObject();
        object.forEach(each -> copy.put(each.getKey(), first(each.getValue())));
        yield copy;
      }
      case JsonArray array -> {
        JsonArray copy = new JsonArray();
        array.stream().limit(MAX_ELEMENTS).forEach(each -> copy.add(first(each)));
        yield copy;
      }
      case null -> null;
      default -> value;
    };
  }

  @Test
  void namesOnlyExistingSettings() throws IOException {
    String settings = OwnerPages.settings("");
    Set<String> unknown = new TreeSet<>();
    for (Path page : pages()) {
      Matcher names = VARIABLE.matcher(Files.readString(page));
      while (names.find()) {
        String name = names.group(1).replaceFirst("_FILE$", "");
        if (!settings.contains("`GATEHOUSE_" + name + "`")
            && !settings.contains("`GATEHOUSE_" + names.group(1) + "`")) {
          unknown.add(page.getFileName() + ": " + names.group());
        }
      }
    }
    assertEquals(Set.of(), unknown);
  }

  @Test
  void describesEachProviderCompletely() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path page : pages()) {
      // Push services and IndexNow share a page, because nothing is registered there.
      if (!page.endsWith("push.md")) {
        String text = Files.readString(page);
        SECTIONS.stream()
            .filter(section -> !text.contains("\n" + section + "\n"))
            .forEach(section -> missing.add(page.getFileName() + " " + section));
      }
    }
    assertEquals(List.of(), missing);
  }
}
