package dev.gatehouse.messages;

import dev.gatehouse.bus.Message;
import java.util.List;
import java.util.Map;

/** Imports of files on a node's own machine, by the command line. */
public final class ImportMessages {
  /** Imports products. */
  public static final Message<ImportFile, ImportReport> PRODUCTS =
      Message.local("commerce.importFile", ImportFile.class, ImportReport.class);

  /** Imports reviews. */
  public static final Message<ImportFile, ImportReport> REVIEWS =
      Message.local("commerce.importReviewFile", ImportFile.class, ImportReport.class);

  /** Imports orders or subscribers of the shop. */
  public static final Message<ImportFile, ImportReport> SHOP =
      Message.local("storefront.importFile", ImportFile.class, ImportReport.class);

  /** Imports hyperlinks or short URLs. */
  public static final Message<ImportFile, ImportReport> LINKS =
      Message.local("site.importFile", ImportFile.class, ImportReport.class);

  /** Imports events as blocked times. */
  public static final Message<ImportFile, ImportReport> CALENDAR =
      Message.local("calendar.importFile", ImportFile.class, ImportReport.class);

  private ImportMessages() {}

  /**
   * A file to be imported.
   *
   * @param dryRun whether to store nothing
   * @param pictures folder with the pictures; null for none
   * @param columns other names of columns, by their names in the file
   */
  public record ImportFile(
      String kind, String file, boolean dryRun, String pictures, Map<String, String> columns) {}

  /**
   * Report of an import.
   *
   * @param shown the first entries, with what became of them
   * @param adjusted entries that are stored in another form than in the file
   * @param ignoredColumns columns with values that nothing is made of
   * @param columns columns with values
   * @param meanings names of columns that the import understands
   * @param refusedCsv the refused rows with their reasons, to be corrected and imported again
   */
  public record ImportReport(
      boolean success,
      boolean dryRun,
      int created,
      int updated,
      int unchanged,
      List<ImportedEntry> shown,
      List<ImportLine> adjusted,
      List<String> ignoredColumns,
      List<ImportColumn> columns,
      List<String> meanings,
      List<ImportLine> refused,
      String refusedCsv) {}

  /**
   * A column of a file.
   *
   * @param example its first value
   * @param used whether something is made of it
   */
  public record ImportColumn(String name, String example, boolean used) {}

  /**
   * An entry of a file that is stored.
   *
   * @param result created, updated or unchanged
   * @param becomes values that are stored; empty if the name says it
   */
  public record ImportedEntry(long line, String name, String result, String becomes) {}

  /**
   * An entry of a file.
   *
   * @param line of the file, or number of the entry
   * @param result what was adjusted, or the reason of a refusal
   */
  public record ImportLine(long line, String name, String result) {}
}
