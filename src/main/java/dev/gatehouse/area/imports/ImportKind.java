package dev.gatehouse.area.imports;

import java.util.List;

/** Import of one kind of things. An area adds a kind with one class. */
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
   * Divides a table into entries.
   *
   * @throws dev.gatehouse.bus.ApiException 400 if no known program has exported the table
   */
  List<Entry> entries(ImportTable table);

  /**
   * Stores an entry as a whole. The same entry again changes nothing.
   *
   * @param dry whether to store nothing, and only return what would happen
   * @throws dev.gatehouse.bus.ApiException 400 with the reason if the entry cannot be stored
   */
  Result store(Entry entry, boolean dry);
}
