package dev.gatehouse.store.blobs;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.BlobStore.Pace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/** Reads blobs of a folder completely, and compares them with their checksums or their digest. */
record FileScrub(BlobFolder folder, CheckedFiles files, DamagedFiles damaged) {
  private static final int CHUNK = 1 << 18;

  void read(String blob, String sha256, Pace pace) throws IOException, InterruptedException {
    try {
      Optional<CheckedFile> checked = files.find(blob);
      if (checked.isPresent()) {
        compare(checked.get(), pace);
        damaged.remove(blob);
      } else {
        add(blob, sha256, pace);
      }
    } catch (NoSuchFileException gone) {
      throw gone;
    } catch (DamagedFileException reported) {
      // It is in the list of damaged files.
    } catch (IOException e) {
      damaged.add(blob, "it cannot be read: " + e);
    }
  }

  private static void compare(CheckedFile file, Pace pace)
      throws IOException, InterruptedException {
    try (SeekableByteChannel in = file.open()) {
      ByteBuffer chunk = chunk(in);
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk.clear())) {
        pace.read(n);
      }
    }
  }

  /** Most files are small. */
  private static ByteBuffer chunk(SeekableByteChannel file) throws IOException {
    return ByteBuffer.allocate((int) Math.min(CHUNK, file.size() + 1));
  }

  /** Compares a blob without checksums with its digest, and writes its checksums. */
  private void add(String blob, String sha256, Pace pace) throws IOException, InterruptedException {
    MessageDigest digest = Sha256.digest();
    var sums = new BlockSums.Builder();
    try (FileChannel in = FileChannel.open(folder.path(blob), StandardOpenOption.READ)) {
      ByteBuffer chunk = chunk(in);
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk.clear())) {
        digest.update(chunk.flip().duplicate());
        sums.update(chunk);
        pace.read(n);
      }
    }
    if (!sha256.isEmpty() && !sha256.equals(HexFormat.of().formatHex(digest.digest()))) {
      damaged.add(blob, "its SHA-256 differs");
      return;
    }
    files.add(blob, sums.end());
    damaged.remove(blob);
  }
}
