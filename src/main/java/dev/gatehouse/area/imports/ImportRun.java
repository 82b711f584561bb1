package dev.gatehouse.area.imports;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.gatehouse.bus.ApiException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Imports a file, and reports each entry that was refused. */
public final class ImportRun {
  private static final int BAD_REQUEST = 400;
  private static final int MAX_SHOWN = 20;

  private ImportRun() {}

  /**
   * Report of an import.
   *
   * @param shown the first entries, with what became of them
   * @param refusedCsv the refused rows with their reasons, to be corrected and imported again
   */
  public record Report(
      boolean success,
      boolean dryRun,
      int created,
      int updated,
      int unchanged,
      List<Line> shown,
      List<Line> refused,
      String refusedCsv) {}

  /**
   * @param line of the file
   * @param result created, updated or unchanged, or the reason of a refusal
   */
  public record Line(long line, String name, String result) {}

  /**
   * Imports a file.
   *
   * @param dry whether to store nothing
   * @throws ApiException 400 if the file cannot be read, or an error of the store, after which the
   *     same import continues
   */
  public static Report of(ImportKind kind, byte[] file, boolean dry) {
    ImportTable table = ImportTable.of(file);
    Map<ImportKind.Result, Integer> counts = new EnumMap<>(ImportKind.Result.class);
    List<Line> shown = new ArrayList<>();
    List<Line> refused = new ArrayList<>();
    List<List<String>> correctable = new ArrayList<>();
    for (ImportKind.Entry entry : kind.entries(table)) {
      long line = entry.rows().getFirst().line();
      try {
        ImportKind.Result result = kind.store(entry, dry);
        counts.merge(result, 1, Integer::sum);
        if (shown.size() < MAX_SHOWN) {
          shown.add(new Line(line, entry.name(), result.name().toLowerCase(Locale.ROOT)));
        }
      } catch (ApiException failed) {
        if (failed.failure().status() != BAD_REQUEST) {
          throw failed;
        }
        if (refused.isEmpty()) {
          correctable.add(with(table.header(), "Reason"));
        }
        refused.add(new Line(line, entry.name(), failed.failure().message()));
        for (ImportTable.Row row : entry.rows()) {
          correctable.add(
              with(table.header().stream().map(row::text).toList(), failed.failure().message()));
        }
      }
    }
    return new Report(
        true,
        dry,
        counts.getOrDefault(ImportKind.Result.CREATED, 0),
        counts.getOrDefault(ImportKind.Result.UPDATED, 0),
        counts.getOrDefault(ImportKind.Result.UNCHANGED, 0),
        shown,
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

  private static List<String> with(List<String> cells, String last) {
    List<String> all = new ArrayList<>(cells);
    all.remove("Reason");
    all.add(last);
    return all;
  }
}
