package dev.gatehouse.messages;

import dev.gatehouse.bus.Message;
import java.util.List;

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
   */
  public record ImportFile(String kind, String file, boolean dryRun) {}

  /**
   * Report of an import.
   *
   * @param shown the first entries, with what became of them
   * @param adjusted entries that are stored in another form than in the file
   * @param ignoredColumns columns with values that nothing is made of
   * @param refusedCsv the refused rows with their reasons, to be corrected and imported again
   */
  public record ImportReport(
      boolean success,
      boolean dryRun,
      int created,
      int updated,
      int unchanged,
      List<ImportLine> shown,
      List<ImportLine> adjusted,
      List<String> ignoredColumns,
      List<ImportLine> refused,
      String refusedCsv) {}

  /**
   * An entry of a file.
   *
   * @param line of the file, or number of the entry
   * @param result created, updated or unchanged, what was adjusted, or the reason of a refusal
   */
  public record ImportLine(long line, String name, String result) {}
}
