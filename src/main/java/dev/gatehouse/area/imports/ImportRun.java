package dev.gatehouse.area.imports;

import module java.base;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.messages.ImportMessages.ImportColumn;
import dev.gatehouse.messages.ImportMessages.ImportLine;
import dev.gatehouse.messages.ImportMessages.ImportReport;
import dev.gatehouse.messages.ImportMessages.ImportedEntry;

/** Imports a file, and reports each entry that was refused or adjusted. */
final class ImportRun {
  private static final int MAX_SHOWN = 20;

  private final boolean dry;
  private final ImportTable table;
  private final Map<ImportKind.Result, Integer> counts = new EnumMap<>(ImportKind.Result.class);
  private final List<ImportedEntry> shown = new ArrayList<>();
  private final List<ImportLine> adjusted = new ArrayList<>();
  private final List<ImportLine> refused = new ArrayList<>();
  private final List<List<String>> correctable = new ArrayList<>();

  private ImportRun(ImportTable table, boolean dry) {
    this.table = table;
    this.dry = dry;
  }

  /**
   * Imports a file.
   *
   * @param dry whether to store nothing
   * @param columns other names of columns, by their names in the file
   * @throws ApiException 400 if the file cannot be read, or an error of the store, after which the
   *     same import continues
   */
  static ImportReport of(ImportKind kind, byte[] file, boolean dry, Map<String, String> columns) {
    ImportTable table = kind.read(file).renamed(columns);
    var run = new ImportRun(table, dry);
    try {
      kind.entries(table).forEach(entry -> run.add(kind, entry));
    } catch (ApiException unknown) {
      if (!dry || unknown.failure().status() != 400) {
        throw unknown;
      }
      // The preview names the columns, so that the owner can say what they are.
      run.refused.add(new ImportLine(1, "the file", unknown.failure().message()));
    }
    return run.report();
  }

  private void add(ImportKind kind, ImportKind.Entry entry) {
    long line = entry.rows().getFirst().line();
    try {
      entry.rows().forEach(ImportTable.Row::mustFit);
      List<String> remarks = new ArrayList<>();
      ImportKind.Result result = kind.store(entry, dry, remarks::add);
      counts.merge(result, 1, Integer::sum);
      remarks.forEach(remark -> adjusted.add(new ImportLine(line, entry.name(), remark)));
      if (shown.size() < MAX_SHOWN) {
        shown.add(
            new ImportedEntry(
                line, entry.name(), result.name().toLowerCase(Locale.ROOT), kind.preview(entry)));
      }
    } catch (ApiException failed) {
      int status = failed.failure().status();
      if (status != 400 && status != 409) {
        throw failed;
      }
      refuse(entry, line, failed.failure().message());
    }
  }

  private void refuse(ImportKind.Entry entry, long line, String reason) {
    if (refused.isEmpty()) {
      correctable.add(with(table.header(), "Reason"));
    }
    refused.add(new ImportLine(line, entry.name(), reason));
    for (ImportTable.Row row : entry.rows()) {
      List<String> cells =
          table.header().stream().map(column -> row.cells().getOrDefault(column, "")).toList();
      correctable.add(with(cells, reason));
    }
  }

  private ImportReport report() {
    List<ImportColumn> columns =
        table.filled().stream().filter(column -> !column.name().equals("Reason")).toList();
    List<String> ignored =
        columns.stream()
            .filter(column -> !column.used())
            .map(ImportColumn::name)
            .collect(Collectors.toCollection(ArrayList::new));
    ignored.addAll(table.unread());
    return new ImportReport(
        true,
        dry,
        counts.getOrDefault(ImportKind.Result.CREATED, 0),
        counts.getOrDefault(ImportKind.Result.UPDATED, 0),
        counts.getOrDefault(ImportKind.Result.UNCHANGED, 0),
        shown,
        adjusted,
        ignored,
        columns,
        table.known(),
        refused,
        csv(correctable));
  }

  private static String csv(List<List<String>> rows) {
    var text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().build(text)) {
      rows.forEach(csv::writeRecord);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Returns cells with the reason, in the place of the reason of an earlier import. */
  private List<String> with(List<String> cells, String last) {
    List<String> all = new ArrayList<>(cells);
    int earlier = table.header().indexOf("Reason");
    if (earlier >= 0) {
      all.remove(earlier);
    }
    all.add(last);
    return all;
  }
}
