package dev.gatehouse.cli;

import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.messages.TradingMessages.ImportFile;
import dev.gatehouse.messages.TradingMessages.ImportedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Imports a folder of market data. */
@Command(
    name = "import",
    description = {
      "Takes market data in: each .parquet and .csv file of a folder becomes the symbol of its"
          + " name.",
      "When run again, it resumes: files that are already stored are skipped."
    })
final class ImportCommand implements Runnable {
  @Mixin private ResultOutput output;
  @ParentCommand private GatehouseCommand gatehouse;

  @Parameters(paramLabel = "FOLDER", description = "A folder on the node's machine.")
  private Path folder;

  @Override
  public void run() {
    List<Path> files = files();
    List<String> refused = new ArrayList<>();
    int unchanged = 0;
    long rows = 0;
    Progress progress = Progress.ofFiles(System.err);
    progress.expect(files.size());
    try (ManagementClient door = gatehouse.managementClient()) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        progress.advance(0, name);
        try {
          ImportedFile done = door.call(TradingMessages.IMPORT, order(file));
          if (done.unchanged()) {
            unchanged++;
          }
          rows += done.rows();
        } catch (IllegalStateException e) {
          refused.add(name + ": " + e.getMessage());
        }
        progress.advance(1, name);
      }
    }
    progress.end();
    int taken = files.size() - unchanged - refused.size();
    var imported = new Imported(taken, rows, unchanged, refused);
    output.print(imported, imported.text());
    if (!refused.isEmpty()) {
      throw new IllegalStateException("some files could not be imported");
    }
  }

  /**
   * Result of an import.
   *
   * @param files number of new files
   * @param refused name of each file that cannot be imported, and the reason
   */
  private record Imported(int files, long rows, int unchanged, List<String> refused) {
    String text() {
      Stream<String> totals =
          Stream.of(
              "%s files imported with %s rows, %s unchanged, %s refused"
                  .formatted(files, rows, unchanged, refused.size()));
      return Stream.concat(totals, refused.stream().map("refused "::concat))
          .collect(Collectors.joining(System.lineSeparator()));
    }
  }

  private static ImportFile order(Path file) {
    String name = file.getFileName().toString();
    return new ImportFile(
        name.substring(0, name.lastIndexOf('.')), file.toAbsolutePath().toString());
  }

  private List<Path> files() {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(file ->
              file.getFileName().toString().toLowerCase(Locale.ROOT).matches(".+\\.(parquet|csv)"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(folder + " is not a readable folder", e);
    }
  }
}
