package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the operations of the API. */
@Command(
    name = "contract",
    description = {
      "Lists all operations of the API: name, method, path, permitted callers.",
      "The part of a name before the dot is the area."
    })
final class ContractCommand implements Runnable {
  private static final List<String> HEADINGS = List.of("operation", "method", "path", "callers");

  @Mixin private ListOutput output;

  /**
   * An operation.
   *
   * @param callers permitted roles of tokens and scopes of keys
   */
  private record Line(String operation, String method, String path, String callers) {
    static Line of(Operation operation) {
      return new Line(
          operation.id(),
          operation.method().name(),
          operation.path(),
          operation.isPublic()
              ? "public"
              : operation.requirements().stream()
                  .map(each -> each.scheme() + ' ' + String.join("|", new TreeSet<>(each.any())))
                  .map(String::strip)
                  .collect(Collectors.joining(", ")));
    }
  }

  @Override
  public void run() {
    output.print(
        ContractFiles.load("X-API-Key", "").operations().stream()
            .sorted(Comparator.comparing(Operation::path))
            .map(Line::of)
            .toList(),
        HEADINGS,
        line -> List.of(line.operation(), line.method(), line.path(), line.callers()));
  }
}
