package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.formats.YamlToJson;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The parts "An operation" and "An area" of the page about additions. Their snippets are applied to
 * a copy of the sources, compiled, and their own tests run against a node with them.
 */
@Tag("slow")
class GuideTest {
  private static final Path GUIDE = Path.of("src/docs/inside/adding.md");

  /** A comment that says where the code block after it belongs. */
  private static final Pattern SNIPPET =
      Pattern.compile(
          "<!-- (create|insert) (\\S+)(?: (before|after) \"([^\"]+)\")? -->\n```\\w+\n(.*?)```\n",
          Pattern.DOTALL);

  private static final int SNIPPETS = 15;

  @TempDir Path copy;

  /**
   * A code block and its place.
   *
   * @param file path from the top of the repository
   * @param where before or after the anchor; null for a new file
   * @param anchor the line beside which the text is inserted
   */
  private record Snippet(String file, String where, String anchor, String text) {}

  private static List<Snippet> snippets(String guide) {
    List<Snippet> snippets = new ArrayList<>();
    Matcher found = SNIPPET.matcher(guide);
    while (found.find()) {
      snippets.add(new Snippet(found.group(2), found.group(3), found.group(4), found.group(5)));
    }
    return snippets;
  }

  @Test
  void compilesAndRunsTheSnippets() throws Exception {
    List<Snippet> snippets = snippets(Files.readString(GUIDE));
    assertEquals(SNIPPETS, snippets.size(), "snippets of " + GUIDE);
    assertEquals("", problem(snippets), GUIDE + " is wrong");
  }

  @Test
  void reportsAWrongSnippet() throws Exception {
    String guide = Files.readString(GUIDE).replace("call.text(\"unit\")", "call.words(\"unit\")");
    String problem = problem(snippets(guide));
    assertTrue(problem.contains("StatusOperations.java"), problem);
    assertTrue(problem.contains("words"), problem);
  }

  @Test
  void reportsAMissingAnchor() throws Exception {
    String guide =
        Files.readString(GUIDE).replace("after \"        List.of(\"", "after \"    no\"");
    String problem = problem(snippets(guide));
    assertTrue(problem.contains("Modules.java has no line"), problem);
  }

  /** Returns the first problem with the snippets; empty if their tests pass. */
  private String problem(List<Snippet> snippets) throws IOException, InterruptedException {
    Set<Path> sources = new LinkedHashSet<>();
    copyTree(Path.of("src/main/resources/contract"));
    copyTree(Path.of("conf"));
    copyTree(Path.of("verticles.json"));
    for (Snippet snippet : snippets) {
      Path file = copy.resolve(snippet.file());
      if (snippet.where() == null) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, snippet.text());
      } else {
        copyTree(Path.of(snippet.file()));
        String inserted = inserted(Files.readString(file), snippet);
        if (inserted.isEmpty()) {
          return snippet.file() + " has no line " + snippet.anchor();
        }
        Files.writeString(file, inserted);
      }
      if (snippet.file().endsWith(".java")) {
        sources.add(file);
      }
    }
    Path classes = Files.createDirectories(copy.resolve("classes"));
    String errors = compiled(sources, classes);
    if (!errors.isEmpty()) {
      return errors;
    }
    YamlToJson.main(
        new String[] {
          copy.resolve("src/main/resources/contract").toString(),
          classes.resolve("contract").toString()
        });
    return run(classes, sources);
  }

  /** Returns the text with the snippet beside the first line that is its anchor; empty without. */
  private static String inserted(String text, Snippet snippet) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    int anchor = lines.indexOf(snippet.anchor());
    if (anchor < 0) {
      return "";
    }
    int line = snippet.where().equals("after") ? anchor + 1 : anchor;
    lines.addAll(line, snippet.text().lines().toList());
    return String.join("\n", lines) + '\n';
  }

  /** Copies a file or folder of the repository, unless a snippet changed it already. */
  private void copyTree(Path from) throws IOException {
    for (Path file : FileTree.of(from)) {
      Path to = copy.resolve(file);
      if (Files.notExists(to)) {
        Files.createDirectories(to.getParent());
        Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /** Returns the compiler's messages; empty without errors. */
  private static String compiled(Set<Path> sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of("-proc:none", "-d", classes.toString(), "-cp", classPath(classes));
      var units = files.getJavaFileObjectsFromPaths(sources);
      boolean done = compiler.getTask(messages, files, null, options, null, units).call();
      return done ? "" : messages.toString();
    }
  }

  private static String classPath(Path classes) {
    return classes + ":" + absolute(System.getProperty("java.class.path"));
  }

  private static String absolute(String classPath) {
    return String.join(
        ":",
        Stream.of(classPath.split(":")).map(each -> Path.of(each).toAbsolutePath() + "").toList());
  }

  /** Runs the tests among the sources in a separate process; returns its failures. */
  private String run(Path classes, Set<Path> sources) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dorg.sqlite.lib.path=" + System.getProperty("org.sqlite.lib.path", ""),
                "-cp",
                classPath(classes),
                GuideRun.class.getName()));
    for (Path source : sources) {
      Path test = copy.resolve("src/test/java");
      if (source.startsWith(test)) {
        command.add(test.relativize(source).toString().replace(".java", "").replace('/', '.'));
      }
    }
    Process process =
        new ProcessBuilder(command).directory(copy.toFile()).redirectErrorStream(true).start();
    var output = new StringWriter();
    try (Reader text = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      text.transferTo(output);
    }
    return process.waitFor() == 0 ? "" : output.toString();
  }
}
