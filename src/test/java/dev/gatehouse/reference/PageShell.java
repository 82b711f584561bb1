package dev.gatehouse.reference;

import module java.base;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.cli.GatehouseCommand;
import dev.gatehouse.reference.PageBlock.Fate;
import dev.gatehouse.settings.SettingDescription;

/**
 * Runs the blocks of a page in one shell, in their order, against a new node. {@code scripts/run}
 * restarts the node with the settings before it, and {@code scripts/gatehouse} runs the command
 * line against it. Simulated providers replace the addresses of real ones.
 */
final class PageShell implements AutoCloseable {
  /** Start of a comment line that shows an output. */
  static final String SHOWN = "# → ";

  private static final String CONTINUED = "#  ";
  private static final String MARK = "\n@@ ";
  private static final String PREFIX = "GATEHOUSE_";
  private static final String PUBLISHED = "http://127.0.0.1:8080";
  private static final String PART = "\f";
  private static final int MAX_SECONDS = 240;

  private final Path folder;
  private final TestNode node = new TestNode();
  private final PageProviders providers;
  private final HttpServer control;
  private Set<String> started = Set.of();

  PageShell(Path folder) throws IOException {
    this.folder = folder;
    providers = new PageProviders(folder);
    node.beforeAll(null);
    Files.createSymbolicLink(folder.resolve("data"), node.data());
    control = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    control.createContext("/restart", this::restart);
    control.createContext("/command", this::command);
    control.start();
  }

  /** Restarts the node with the settings of a request, and returns its new variables. */
  private void restart(HttpExchange exchange) throws IOException {
    try (exchange) {
      String given = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String reply;
      try {
        Map<String, String> settings = new TreeMap<>();
        variables(given)
            .forEach((name, value) -> settings.put(name.substring(PREFIX.length()), value));
        started.forEach(node::without);
        Map<String, String> used = providers.replace(settings);
        used.forEach(node::with);
        started = used.keySet();
        node.restart();
        reply = variables();
      } catch (IOException | RuntimeException e) {
        reply = "echo 'FAILED: scripts/run: " + String.valueOf(e).replace('\'', ' ') + "'";
      }
      reply(exchange, reply);
    }
  }

  private static void reply(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static Map<String, String> variables(String given) {
    return Arrays.stream(given.split("\0"))
        .filter(each -> each.startsWith(PREFIX))
        .map(each -> each.split("=", 2))
        .collect(Collectors.toMap(each -> each[0], each -> each[1]));
  }

  /**
   * Runs a command in this process, because another would start slowly. The request has the
   * environment, an empty text, the folder of the caller and the arguments; the reply has the exit
   * status, the output and the errors.
   */
  private void command(HttpExchange exchange) throws IOException {
    try (exchange) {
      String given = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String[] parts = given.split("\0\0", 2);
      String[] words = parts[1].split("\0");
      Map<String, String> environment = new TreeMap<>(variables(parts[0]));
      environment.put("GATEHOUSE_DATA_DIR", node.data().toString());
      environment.put("GATEHOUSE_MANAGEMENT_PORT", managementPort());
      var output = new StringWriter();
      var errors = new StringWriter();
      int status =
          GatehouseCommand.line(Path.of("").toAbsolutePath(), environment, Path.of(words[0]))
              .setOut(new PrintWriter(output, true))
              .setErr(new PrintWriter(errors, true))
              .execute(Arrays.copyOfRange(words, 1, words.length));
      reply(exchange, String.join(PART, Integer.toString(status), "" + output, "" + errors));
    }
  }

  private String managementPort() {
    String management = node.managementAddress();
    return management.substring(management.lastIndexOf(':') + 1);
  }

  private String variables() {
    return """
    BASE=%s; KEY=%s; TOKEN=%s; MANAGEMENT=%s
    """
        .formatted(
            node.address(), TestNode.KEY, node.client().token(TestNode.CODE), managementPort());
  }

  /** Reports each request that fails, except one whose reader has seen enough. */
  private String preparation() {
    return variables()
        + """
        curl() {
          command curl --fail-with-body "$@" || [ $? = 23 ] || echo "FAILED: $*" >&2
        }
        scripts/run() {
          eval "$(env -0 | command curl -s --data-binary @- $CONTROL/restart)"
        }
        scripts/gatehouse() {
          local status output errors
          IFS=$'\\f' read -r -d '' status output errors < <(
            { env -0; printf '\\0'; printf '%s\\0' "$PWD" "$@"; } |
              command curl -s --data-binary @- $CONTROL/command
          ) || true
          printf '%s' "$output"
          printf '%s' "$errors" >&2
          return "$status"
        }
        """
        + "CONTROL=http://127.0.0.1:"
        + control.getAddress().getPort()
        + '\n';
  }

  /** Returns what is wrong with the blocks of a page. */
  List<String> run(List<PageBlock> blocks) throws IOException, InterruptedException {
    var script = new StringBuilder(preparation());
    for (int i = 0; i < blocks.size(); i++) {
      script.append("printf '\\n@@ block ").append(i).append("\\n'\n");
      PageBlock block = blocks.get(i);
      if (block.fate() == Fate.RUN) {
        script.append(block.language().equals("yaml") ? settings(block) : commands(block));
      }
    }
    Path output = folder.resolve("output");
    Process shell =
        new ProcessBuilder("bash", "-e", "-c", script.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = shell.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
    shell.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    if (!ended || shell.exitValue() != 0) {
      return List.of((ended ? "exit status " + shell.exitValue() : "no end") + "\n" + printed);
    }
    List<String> faults = new ArrayList<>();
    printed.lines().filter(line -> line.contains("FAILED: ")).forEach(faults::add);
    faults.addAll(differences(blocks, printed));
    return faults.isEmpty() ? faults : List.of(String.join("\n", faults), printed);
  }

  private static String commands(PageBlock block) {
    String text =
        block
            .text()
            .replaceFirst("(?m)^CODE='[^']*'", "CODE='" + TestNode.CODE + "'")
            .replaceFirst("(?m)^KEY='[^']*'", "KEY='" + TestNode.KEY + "'")
            .replaceFirst("(?m)^BASE=" + PUBLISHED + "$", ": the same BASE");
    return text.lines()
        .map(line -> line.startsWith(SHOWN) ? "printf '\\n@@ shown\\n'" : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Returns a start of the node with the settings of a configuration block. */
  private static String settings(PageBlock block) throws IOException {
    Map<String, String> variables =
        SettingDescription.all().stream()
            .collect(Collectors.toMap(SettingDescription::key, SettingDescription::variable));
    Map<String, Map<String, Object>> groups =
        new YAMLMapper().readValue(block.text(), new TypeReference<>() {});
    var line = new StringBuilder();
    groups.forEach((group, settings) ->
        settings.forEach((name, value) -> {
          String variable = variables.get(group + '.' + name);
          line.append(variable == null ? "FAILED: unknown " + name : variable)
              .append("='")
              .append(value)
              .append("' ");
        }));
    return line.append("scripts/run\n").toString();
  }

  private static List<String> differences(List<PageBlock> blocks, String printed) {
    String[] parts = printed.split("(?m)^@@ block \\d+$", -1);
    List<String> differences = new ArrayList<>();
    String last = "";
    for (int i = 0; i < blocks.size(); i++) {
      PageBlock block = blocks.get(i);
      String output = parts[i + 1];
      if (block.isOutput() && !ShownOutput.isIn(last, block.text())) {
        differences.add(block + " is not the output " + last.strip());
      } else if (block.fate() == Fate.RUN) {
        last = output;
        String[] pieces = output.split(MARK + "shown", -1);
        List<String> shown = shown(block.text());
        for (int k = 0; k < shown.size(); k++) {
          if (!ShownOutput.isIn(pieces[k], shown.get(k))) {
            differences.add(block + " shows " + shown.get(k) + ", but prints " + pieces[k].strip());
          }
        }
      }
    }
    return differences;
  }

  /** Returns the outputs that a block shows, each as one line. */
  private static List<String> shown(String text) {
    List<String> shown = new ArrayList<>();
    boolean open = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith(SHOWN)) {
        shown.add(line.substring(SHOWN.length()));
        open = true;
      } else if (open && line.startsWith(CONTINUED)) {
        shown.set(shown.size() - 1, shown.getLast() + line.substring(1).strip());
      } else {
        open = false;
      }
    }
    return shown;
  }

  @Override
  public void close() {
    control.stop(0);
    node.afterAll(null);
    providers.close();
  }
}
