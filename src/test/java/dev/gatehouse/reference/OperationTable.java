package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;

/** Page that lists all operations, each in one line with the class that handles it. */
final class OperationTable {
  private static final Path SOURCES = Path.of("src/main/java/dev/gatehouse");
  private static final Pattern HANDLED =
      Pattern.compile("\"([a-zA-Z]+\\.[a-zA-Z]+)\",\\s+(?!\")[A-Za-z]");

  private OperationTable() {}

  static String page(String note) throws IOException {
    Map<String, String> classes = classes();
    var page = new StringBuilder("# All operations\n\n").append(note);
    page.append(
        """
        The whole API, sorted by path. The part of an operation's name before the dot is its area. `scripts/gatehouse contract` prints the list without the
        classes. A caller needs one of the permitted credentials: a token of a role, a key with a scope, or a ticket.

        | Method | Path | Operation | Callers | Class |
        |---|---|---|---|---|
        """);
    ContractFiles.load("X-API-Key", "").operations().stream()
        .sorted(Comparator.comparing(Operation::path).thenComparing(each -> each.method().name()))
        .forEach(each ->
            page.append(
                "| %s | `%s` | `%s` | %s | `%s` |\n"
                    .formatted(
                        each.method().name(),
                        each.path(),
                        each.id(),
                        callers(each),
                        Objects.requireNonNull(classes.get(each.id()), each.id()))));
    return page.toString();
  }

  private static String callers(Operation operation) {
    if (operation.isPublic()) {
      return "public";
    }
    return operation.requirements().stream()
        .map(each -> (each.scheme() + ' ' + String.join(" or ", new TreeSet<>(each.any()))).strip())
        .collect(Collectors.joining(", "));
  }

  /** Returns the class of each operation, whose name it binds to a handler. */
  private static Map<String, String> classes() throws IOException {
    Map<String, String> classes = new HashMap<>();
    for (String part : List.of("areas", "node")) {
      for (Path file : FileTree.of(SOURCES.resolve(part), ".java")) {
        String name = file.getFileName().toString().replace(".java", "");
        HANDLED
            .matcher(Files.readString(file))
            .results()
            .forEach(found -> classes.putIfAbsent(found.group(1), name));
      }
    }
    return classes;
  }
}
