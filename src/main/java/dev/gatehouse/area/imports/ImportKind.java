package dev.gatehouse.area.imports;

import module java.base;

import dev.gatehouse.bus.ApiException;

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
   * @throws ApiException 400 if it cannot be read
   */
  default ImportTable read(byte[] file) {
    return ImportTable.of(file);
  }

  /**
   * Returns the import that also takes pictures from a folder.
   *
   * @throws ApiException 400 if these things have no pictures
   */
  default ImportKind withPictures(Path folder) {
    throw ApiException.invalid("pictures", "must be absent: only products have pictures");
  }

  /**
   * Divides a table into entries.
   *
   * @throws ApiException 400 if no known program has exported the table
   */
  List<Entry> entries(ImportTable table);

  /** Returns what becomes of an entry, for a preview; empty if its name says it. */
  default String preview(Entry entry) {
    return "";
  }

  /**
   * Stores an entry as a whole. The same entry again changes nothing.
   *
   * @param dry whether to store nothing, and only return what would happen
   * @param adjusted receives each difference between the entry and what is stored of it
   * @throws ApiException 400 or 409 with the reason if the entry cannot be stored
   */
  Result store(Entry entry, boolean dry, Consumer<String> adjusted);
}
