package dev.gatehouse.areas.trading;

import dev.gatehouse.formats.Sha256;

/**
 * The bars that were added to a symbol's data and are not in its serving copy yet.
 *
 * @param version counts the changes since the serving copy was written: two writers of one version
 *     cannot both succeed
 * @param revision of all the symbol's data; folding them leaves it as it is
 * @param blob a small serving copy of most of them; empty where there is none
 * @param sha256 of that blob
 * @param latest those that came after it, as {@link BarLines}, in the order in which they came
 */
public record AppendBuffer(
    long version, String revision, String blob, String sha256, String latest) {
  private static final int REVISION_BYTES = 16;

  /** Nothing, behind a new serving copy. */
  static AppendBuffer none(String revision) {
    return new AppendBuffer(0, revision, "", "", "");
  }

  /** This one with some more bars. */
  AppendBuffer with(String lines) {
    return new AppendBuffer(version + 1, revised(lines), blob, sha256, latest + lines);
  }

  /** The revision of the data once these bars have been added. */
  String revised(String lines) {
    return Sha256.hex(revision + '\n' + lines, REVISION_BYTES);
  }

  /** All bars in one blob. */
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
