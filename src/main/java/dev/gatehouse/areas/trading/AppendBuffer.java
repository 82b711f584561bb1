package dev.gatehouse.areas.trading;

import dev.gatehouse.formats.Sha256;

/**
 * Bars that were added to a symbol's data and are not yet in its serving copy.
 *
 * @param version counts the changes since the serving copy was written, so that two writers of one
 *     version cannot both succeed
 * @param revision of all the symbol's data; moving bars into a new copy does not change it
 * @param blob a small serving copy of most of the bars; may be empty
 * @param sha256 of that blob
 * @param latest the bars added after that blob, as {@link BarLines}, in the order of arrival
 */
public record AppendBuffer(
    long version, String revision, String blob, String sha256, String latest) {
  private static final int REVISION_BYTES = 16;

  static AppendBuffer none(String revision) {
    return new AppendBuffer(0, revision, "", "", "");
  }

  AppendBuffer with(String lines) {
    return new AppendBuffer(version + 1, revised(lines), blob, sha256, latest + lines);
  }

  /** Returns the revision of the data after these bars are added. */
  String revised(String lines) {
    return Sha256.hex(revision + '\n' + lines, REVISION_BYTES);
  }

  AppendBuffer in(String newBlob, String newSha256, String newRevision) {
    return new AppendBuffer(version + 1, newRevision, newBlob, newSha256, "");
  }

  boolean isEmpty() {
    return blob.isEmpty() && latest.isEmpty();
  }

  int latestCount() {
    return (int) latest.chars().filter(c -> c == '\n').count();
  }
}
