package dev.gatehouse.store.blobs;

import module java.base;

import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.files.SteadySync;

/** Writes one blob to a temporary file and moves it into place. */
final class FileBlobWriter extends StagedBlobWriter {
  private final Path place;
  private final DiskSpaceGuard diskSpace;
  private SteadySync sync;

  /**
   * @param temporary file while it is written
   * @param place its final file
   */
  FileBlobWriter(String id, Path temporary, Path place, DiskSpaceGuard diskSpace)
      throws IOException {
    super(id, temporary, diskSpace);
    this.place = place;
    this.diskSpace = diskSpace;
  }

  @Override
  protected void require(long bytes) throws IOException {
    diskSpace.require(bytes);
  }

  @Override
  protected void beforeWrite(FileChannel channel, long size) throws IOException {
    if (sync == null) {
      sync = new SteadySync(channel::force);
    }
    sync.grown(size);
  }

  @Override
  protected void complete(Blob blob, Path file, FileChannel channel) throws IOException {
    try {
      channel.force(true);
      channel.close();
      Files.move(file, place, StandardCopyOption.ATOMIC_MOVE);
      // A rename survives a power loss only after its folder is synchronized to disk.
      PrivateFiles.sync(place.getParent());
    } catch (IOException e) {
      Files.deleteIfExists(place);
      throw diskSpace.typed(e);
    }
  }
}
