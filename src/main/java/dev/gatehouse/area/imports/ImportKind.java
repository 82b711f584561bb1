package dev.gatehouse.area.imports;

import java.util.List;
import java.util.function.Consumer;

/** Import of one file with one kind of things. An area adds a kind with one class. */
public interface ImportKind {
  /** Results of an entry. */
  enum Result {
    CREATED,
    UPDATED,
    UNCHANGED
  }

  /**
   * Entry of a file.
   *
   * @param name for the report
   * @param rows at least one
   */
  record Entry(String name, List<ImportTable.Row> rows) {}

  /**
   * Reads a file, by default as CSV.
   *
   * @throws dev.gatehouse.bus.ApiException 400 if it cannot be read
   */
  default ImportTable read(byte[] file) {
    return ImportTable.of(file);
  }

  /**
   * Divides a table into entries.
   *
   * @throws dev.gatehouse.bus.ApiException 400 if no known program has exported the table
   */
  List<Entry> entries(ImportTable table);

  /**
   * Stores an entry as a whole. The same entry again changes nothing.
   *
   * @param dry whether to store nothing, and only return what would happen
   * @param adjusted receives each difference between the entry and what is stored of it
   * @throws dev.gatehouse.bus.ApiException 400 or 409 with the reason if the entry cannot be stored
   */
  Result store(Entry entry, boolean dry, Consumer<String> adjusted);
}
