package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FileTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@link YamlToJson} and {@link CommandName}. */
class YamlToJsonTest {
  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Set<String> made() throws IOException {
    Path out = folder.resolve("out");
    return FileTree.of(out).stream()
        .map(file -> out.relativize(file).toString())
        .collect(Collectors.toSet());
  }

  @Test
  void convertsFoldersWithIndexes() throws IOException {
    write("in/main.yaml", "a: 1 # note");
    write("in/paths/two.yaml", "b: [x, 'y']");
    write("in/paths/one.yaml", "{}");
    write("in/paths/notes.txt", "not converted");
    String out = folder.resolve("out").toString();
    YamlToJson.main(new String[] {folder.resolve("in").toString(), out});
    assertEquals(
        Set.of("main.json", "paths/one.json", "paths/two.json", "paths/index.json"), made());
    assertEquals("{\"a\":1}", Files.readString(folder.resolve("out/main.json")));
    assertEquals("{\"b\":[\"x\",\"y\"]}", Files.readString(folder.resolve("out/paths/two.json")));
    assertEquals(
        "[\"one.yaml\",\"two.yaml\"]", Files.readString(folder.resolve("out/paths/index.json")));
  }

  @Test
  void convertsSingleFiles() throws IOException {
    Path one = write("in/one.yaml", "one: 1");
    Path two = write("in/two.yaml", "two: 2");
    String out = folder.resolve("out").toString();
    YamlToJson.main(new String[] {one.toString(), out, two.toString(), out, "without a folder"});
    assertEquals(Set.of("one.json", "two.json"), made());
    assertEquals("{\"two\":2}", Files.readString(folder.resolve("out/two.json")));
  }

  @Test
  void rejectsInvalidYaml() throws IOException {
    String bad = write("in/bad.yaml", "a: [").toString();
    String out = folder.resolve("out").toString();
    assertThrows(IOException.class, () -> YamlToJson.main(new String[] {bad, out}));
  }

  @Test
  void recommendsCommandOfCheckout() {
    assertEquals("scripts/gatehouse store verify", CommandName.with("store verify"));
  }
}
