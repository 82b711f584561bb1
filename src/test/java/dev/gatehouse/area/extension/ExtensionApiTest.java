package dev.gatehouse.area.extension;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ClassFiles;
import org.junit.jupiter.api.Test;

/** The API of extensions depends on the JDK only, and keeps what it has promised. */
class ExtensionApiTest {
  private static final String API = "dev.gatehouse.area.extension";

  private static final List<ClassFiles.Type> TYPES = ClassFiles.ofTheProduct(API);

  @Test
  void dependsOnTheJdkOnly() {
    for (ClassFiles.Type type : TYPES) {
      type.uses()
          .forEach(used ->
              assertTrue(
                  used.matches("java\\..*|" + API + "\\.[\\w$]+"), type.name() + " " + used));
    }
  }

  /**
   * A removed or changed line breaks extensions: then increase {@link Extension#API_VERSION}. A new
   * method is a new line, and must have a default if extensions implement its type.
   */
  @Test
  void keepsItsTypesAndMethods() throws Exception {
    List<String> promised = Files.readAllLines(Path.of("src/test/resources/extension/api.txt"));
    assertEquals(String.join("\n", promised), String.join("\n", api()));
  }

  private static TreeSet<String> api() throws ClassNotFoundException {
    var lines = new TreeSet<String>();
    for (ClassFiles.Type each : TYPES) {
      Class<?> type = Class.forName(each.name());
      if (Modifier.isPublic(type.getModifiers())) {
        members(type).forEach(member -> lines.add(type.getName() + ": " + member));
      }
    }
    return lines;
  }

  private static Stream<String> members(Class<?> type) {
    return Stream.of(type.getDeclaredMethods(), type.getDeclaredConstructors(), type.getFields())
        .flatMap(Arrays::stream)
        .filter(member -> Modifier.isPublic(((Member) member).getModifiers()))
        .filter(member -> !((Member) member).isSynthetic())
        .map(member ->
            member instanceof Method method ? method.toGenericString() : member.toString())
        .map(text -> text.replace("java.lang.", "").replace(API + ".", ""));
  }
}
