package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.bus.Message;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.messages.ImportMessages;
import dev.gatehouse.messages.ImportMessages.ImportLine;
import dev.gatehouse.messages.ImportMessages.ImportReport;
import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.messages.TradingMessages.ImportFile;
import dev.gatehouse.messages.TradingMessages.ImportedFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Imports a folder of market data, or a file of another program. */
@Command(
    name = "import",
    description = {
      "Takes market data in: each .parquet and .csv file of a folder becomes the symbol of its"
          + " name.",
      "When run again, it resumes: files that are already stored are skipped.",
      "With a kind and a file, takes in what another program exports: products (Shopify,"
          + " WooCommerce),",
      "reviews (Judge.me, Loox, Yotpo, Stamped, WooCommerce), orders (Shopify, WooCommerce),"
          + " subscribers to news,",
      "links (a browser's bookmarks, JSON, CSV), short-urls (Shlink, YOURLS, Bitly, Kutt) or",
      "calendar (an .ics file, whose events become blocked times)."
    })
final class ImportCommand implements Runnable {
  private static final Map<String, Message<ImportMessages.ImportFile, ImportReport>> KINDS =
      Map.of(
          "products", ImportMessages.PRODUCTS,
          "reviews", ImportMessages.REVIEWS,
          "orders", ImportMessages.SHOP,
          "subscribers", ImportMessages.SHOP,
          "links", ImportMessages.LINKS,
          "short-urls", ImportMessages.LINKS,
          "calendar", ImportMessages.CALENDAR);

  @Mixin private ResultOutput output;
  @ParentCommand private GatehouseCommand gatehouse;

  @Parameters(
      index = "0",
      paramLabel = "FOLDER|KIND",
      description = "A folder on the node's machine, or the kind of a file.")
  private Path folder;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = "With a kind: a file on the node's machine.")
  private Path file;

  @Option(
      names = "--dry-run",
      description = "With a kind: stores nothing, and prints what would happen.")
  private boolean dryRun;

  @Option(
      names = "--refused",
      paramLabel = "CSV",
      description = "With a kind: writes the refused rows with their reasons into this file.")
  private Path refusedFile;

  @Option(
      names = "--pictures",
      paramLabel = "FOLDER",
      description =
          "With products: uploads the pictures that a folder on the node's machine has by their"
              + " names.")
  private Path pictures;

  @Option(
      names = "--column",
      paramLabel = "COLUMN=NAME",
      description = "With a kind: what a column is, for example Preis='Variant Price'.")
  private Map<String, String> columns = Map.of();

  @Override
  public void run() {
    if (file == null) {
      importFolder();
    } else {
      importFile(folder.getFileName().toString());
    }
  }

  private void importFile(String kind) {
    if (!KINDS.containsKey(kind)) {
      throw new IllegalStateException(
          kind
              + " cannot be imported: the kinds are "
              + String.join(", ", new TreeSet<>(KINDS.keySet())));
    }
    ImportReport report =
        gatehouse.call(
            KINDS.get(kind),
            new ImportMessages.ImportFile(
                kind,
                file.toAbsolutePath().toString(),
                dryRun,
                pictures == null ? null : pictures.toAbsolutePath().toString(),
                columns));
    output.print(report, text(report));
    if (refusedFile != null) {
      try {
        Files.writeString(refusedFile, report.refusedCsv());
      } catch (IOException e) {
        throw new IllegalStateException(refusedFile + " cannot be written: " + e.getMessage(), e);
      }
    }
    if (!report.refused().isEmpty()) {
      throw new IllegalStateException("some rows were refused");
    }
  }

  private static String text(ImportReport report) {
    Stream<String> totals =
        Stream.of(
            "%s%s created, %s updated, %s unchanged, %s refused"
                .formatted(
                    report.dryRun() ? "nothing is stored: " : "",
                    report.created(),
                    report.updated(),
                    report.unchanged(),
                    report.refused().size()));
    Stream<String> ignored =
        report.ignoredColumns().isEmpty()
            ? Stream.empty()
            : Stream.of("ignored columns: " + String.join(", ", report.ignoredColumns()));
    Stream<String> shown =
        report.dryRun()
            ? report.shown().stream()
                .map(entry ->
                    "line %s, %s: %s %s"
                        .formatted(entry.line(), entry.name(), entry.result(), entry.becomes())
                        .strip())
            : Stream.empty();
    return Stream.of(
            totals,
            shown,
            report.refused().stream().map(line -> "refused " + text(line)),
            report.adjusted().stream().map(line -> "adjusted " + text(line)),
            ignored)
        .flatMap(Function.identity())
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String text(ImportLine line) {
    return "line %s, %s: %s".formatted(line.line(), line.name(), line.result());
  }

  private void importFolder() {
    List<Path> files = files();
    List<String> refused = new ArrayList<>();
    int unchanged = 0;
    long rows = 0;
    Progress progress = Progress.ofFiles(System.err);
    progress.expect(files.size());
    try (ManagementClient door = gatehouse.managementClient()) {
      for (Path each : files) {
        String name = each.getFileName().toString();
        progress.advance(0, name);
        try {
          ImportedFile done = door.call(TradingMessages.IMPORT, order(each));
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

  private static ImportFile order(Path data) {
    String name = data.getFileName().toString();
    return new ImportFile(
        name.substring(0, name.lastIndexOf('.')), data.toAbsolutePath().toString());
  }

  private List<Path> files() {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(each ->
              each.getFileName().toString().toLowerCase(Locale.ROOT).matches(".+\\.(parquet|csv)"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(folder + " is not a readable folder", e);
    }
  }
}
