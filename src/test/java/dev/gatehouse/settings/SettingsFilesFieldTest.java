package dev.gatehouse.settings;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.node.SettingsReaders;
import dev.gatehouse.time.TimeSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Settings files as owners write them, and environments of containers, charts and other programs:
 * values apply as typed, or the mistake has its line and a sentence that says why.
 */
class SettingsFilesFieldTest {
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(n|t|r|\\\\|x[0-9a-f]{2}|u[0-9a-f]{4})");

  @TempDir Path home;

  @ParameterizedTest
  @CsvFileSource(resources = "/field/settings-files.tsv", delimiter = '\t', quoteCharacter = '\0')
  void takesOrNamesEachFile(
      String source, String kind, String content, String outcome, String expected)
      throws IOException {
    Path file = Files.createDirectories(home.resolve("conf")).resolve("gatehouse.yaml");
    Map<String, String> environment = new HashMap<>();
    String[] words = kind.split(" ");
    switch (words[0]) {
      case "yaml" -> Files.write(file, bytes(content));
      case "env" ->
          environment.put(
              "GATEHOUSE_" + words[1], new String(bytes(content), StandardCharsets.UTF_8));
      default -> environment.put("GATEHOUSE_" + words[1] + "_FILE", secret(content).toString());
    }
    SettingsCheck check = check(environment);
    List<String> mistakes = check.mistakes().stream().map(SettingMistake::text).toList();
    if (outcome.equals("ok")) {
      assertEquals(List.of(), mistakes, source);
      int equals = expected.indexOf('=');
      assertEquals(
          expected.substring(equals + 1),
          check.settings().orElseThrow().values().get(expected.substring(0, equals)));
      return;
    }
    String place = outcome.equals("0") ? "" : file + ":" + outcome + ": ";
    String part = expected == null ? "" : expected;
    assertTrue(
        mistakes.stream().anyMatch(text -> text.startsWith(place) && text.contains(part)),
        source + " " + mistakes);
    assertTrue(mistakes.stream().allMatch(text -> text.lines().count() == 1), mistakes::toString);
  }

  private SettingsCheck check(Map<String, String> environment) {
    return SettingsReaders.check(home, environment, TimeSource.system(), new Random(1));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/field/ops.tsv", delimiter = '\t', quoteCharacter = '\0')
  void takesOrNamesEachEnvironment(
      String source, String variables, String outcome, String expected, String firstTry) {
    assertFalse(firstTry.isBlank(), source);
    Map<String, String> environment = new HashMap<>();
    for (String variable : variables.split("; ")) {
      int equals = variable.indexOf('=');
      String value = variable.substring(equals + 1).replace("\\n", "\n").replace("\\r", "\r");
      environment.put("GATEHOUSE_" + variable.substring(0, equals), value);
    }
    SettingsCheck check = check(environment);
    List<String> mistakes = check.mistakes().stream().map(SettingMistake::text).toList();
    if (outcome.equals("ok")) {
      assertEquals(List.of(), mistakes, source);
      String key = expected.substring(0, expected.indexOf('='));
      assertEquals(expected, key + '=' + value(check.settings().orElseThrow(), key), source);
    } else {
      assertEquals("refused", outcome, source);
      assertEquals(1, mistakes.size(), source + mistakes);
      assertTrue(mistakes.getFirst().contains(expected), source + mistakes);
    }
  }

  private static String value(Settings settings, String key) {
    return key.equals("public.url") ? settings.publicAddress().url() : settings.values().get(key);
  }

  private Path secret(String content) throws IOException {
    Path file = home.resolve("secret");
    return switch (content) {
      case "-" -> file;
      case "/" -> Files.createDirectory(file);
      default -> Files.write(file, bytes(content));
    };
  }

  private static byte[] bytes(String content) {
    var bytes = new ByteArrayOutputStream();
    Matcher escape = ESCAPE.matcher(content);
    int from = 0;
    while (escape.find()) {
      bytes.writeBytes(content.substring(from, escape.start()).getBytes(StandardCharsets.UTF_8));
      String name = escape.group(1);
      switch (name.charAt(0)) {
        case 'n' -> bytes.write('\n');
        case 't' -> bytes.write('\t');
        case 'r' -> bytes.write('\r');
        case 'x' -> bytes.write(Integer.parseInt(name.substring(1), 16));
        case 'u' ->
            bytes.writeBytes(
                Character.toString(Integer.parseInt(name.substring(1), 16))
                    .getBytes(StandardCharsets.UTF_8));
        default -> bytes.write('\\');
      }
      from = escape.end();
    }
    bytes.writeBytes(content.substring(from).getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }
}
