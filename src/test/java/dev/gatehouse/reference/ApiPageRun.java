package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Runs the examples of a page of the API in one language, in their order. A program reads the
 * blocks as JSON and prints {@code @@ block status code} for each request.
 */
final class ApiPageRun {
  private static final Path PROGRAMS = Path.of("src/test/resources/examples");
  private static final Pattern RESULT = Pattern.compile("(?m)^@@ (\\d+) (\\d+) (\\S*)$");
  private static final Pattern OPERATION = Pattern.compile("(?m)^`[A-Z]+ \\S+` · `([\\w.]+)`$");
  private static final Pattern SENT_FILE = Pattern.compile("(?:=|binary )@([\\w.]+)");
  private static final int MAX_SECONDS = 240;
  private static final int SAMPLES = 1_000;

  /** Programs that run the blocks of a language. */
  private static final Map<String, List<String>> RUNNERS =
      Map.of(
          "sh", List.of("bash", "run.sh"),
          "js", List.of("node", "run.mjs"),
          "python", List.of("python3", "run.py"));

  private final Path folder;
  private final Path page;
  private final TestNode node;

  ApiPageRun(Path folder, Path page, TestNode node) {
    this.folder = folder;
    this.page = page;
    this.node = node;
  }

  /** Result of a request, with the code of its error. */
  record Result(String operation, int status, String code) {}

  /** Returns the operations of a page, in their order. */
  private List<String> operations() throws IOException {
    return OPERATION.matcher(Files.readString(page)).results().map(each -> each.group(1)).toList();
  }

  /** Returns the results of the blocks, by their operations. A block without a result is absent. */
  Map<String, Result> run(String language) throws Exception {
    List<String> operations = operations();
    List<JsonObject> blocks = new ArrayList<>();
    String file = "";
    for (PageBlock block : PageBlock.of(page)) {
      if (block.language().equals("sh")) {
        Matcher sent = SENT_FILE.matcher(block.text());
        file = sent.find() ? sent.group(1) : "file.bin";
      }
      if (block.language().equals(language)) {
        blocks.add(JsonObject.of("text", block.text(), "file", file));
      }
    }
    if (blocks.size() != operations.size()) {
      throw new IllegalStateException(page + ": " + blocks.size() + " of " + operations.size());
    }
    PageProviders.prepareFiles(folder);
    Files.write(folder.resolve("tone.wav"), Wavs.tone(SAMPLES));
    return results(operations, output(language, blocks));
  }

  private static Map<String, Result> results(List<String> operations, String output) {
    Map<String, Result> results = new TreeMap<>();
    RESULT
        .matcher(output)
        .results()
        .forEach(each -> {
          String operation = operations.get(Integer.parseInt(each.group(1)));
          int status = Integer.parseInt(each.group(2));
          results.putIfAbsent(operation, new Result(operation, status, each.group(3)));
        });
    if (results.size() < operations.size()) {
      throw new IllegalStateException(output);
    }
    return results;
  }

  private String output(String language, List<JsonObject> blocks) throws Exception {
    List<String> runner = RUNNERS.get(language);
    Path program = PROGRAMS.resolve(runner.getLast()).toAbsolutePath();
    Path input = folder.resolve("blocks.json");
    Path output = folder.resolve("output-" + language);
    Files.writeString(input, new JsonArray(blocks).encode());
    for (int i = 0; i < blocks.size(); i++) {
      Files.writeString(folder.resolve("block-" + i), blocks.get(i).getString("text"));
    }
    var process = new ProcessBuilder(runner.getFirst(), program.toString());
    process.environment().putAll(environment(node, blocks.size()));
    Process running =
        process
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = running.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
    running.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.ISO_8859_1);
    if (!ended || running.exitValue() != 0) {
      throw new IllegalStateException(page + " " + language + ": " + printed);
    }
    return printed;
  }

  private static Map<String, String> environment(TestNode node, int blocks) {
    String token = node.client().token(TestNode.CODE);
    JsonObject ticket = node.request("POST", "/api/proxy/auth/ticket").token(token).send().json();
    return Map.of(
        "BASE", node.address(),
        "KEY", TestNode.KEY,
        "TOKEN", token,
        "SECOND", node.client().token(TestNode.CODE),
        "TICKET", ticket.getString("ticket"),
        "BLOCKS", Integer.toString(blocks));
  }
}
