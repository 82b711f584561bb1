package dev.gatehouse.command;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.BlobHalf;
import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.NamedBlob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A check that every blob which documents name is there, and is what they say. A node may go on
 * changing both meanwhile.
 */
final class BlobCheck {
  private static final int CHUNK = 1 << 16;

  private final List<BlobOwner> owners;
  private final BlobHalf blobs;
  private final Consumer<String> faults;
  private long checked;
  private long faulty;

  /**
   * @param faults takes a line for each fault
   */
  BlobCheck(List<BlobOwner> owners, BlobHalf blobs, Consumer<String> faults) {
    this.owners = owners;
    this.blobs = blobs;
    this.faults = faults;
  }

  /** Looks at all of them, byte by byte. */
  void run() {
    for (BlobOwner owner : owners) {
      try (Stream<NamedBlob> named = owner.named()) {
        named.forEach(blob -> check(owner, blob));
      }
    }
  }

  private void check(BlobOwner owner, NamedBlob blob) {
    checked++;
    // What is gone may have been replaced since its name was read: then nobody names it now.
    fault(blob)
        .filter(fault -> owner.owned(Set.of(blob.id())).contains(blob.id()))
        .ifPresent(fault -> {
          faulty++;
          faults.accept(blob.document() + ": the file " + blob.id() + " " + fault);
        });
  }

  private Optional<String> fault(NamedBlob blob) {
    try {
      long size = blobs.size(blob.id());
      if (blob.size() > 0 && size != blob.size()) {
        return Optional.of("has " + size + " bytes instead of " + blob.size());
      }
      if (!blob.sha256().isEmpty() && !digest(blob.id()).equals(blob.sha256())) {
        return Optional.of("is not as it was written: its SHA-256 is another");
      }
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of("is missing");
    } catch (IOException e) {
      return Optional.of("cannot be read: " + e.getMessage());
    }
  }

  private String digest(String blob) throws IOException {
    MessageDigest digest = Sha256.digest();
    byte[] chunk = new byte[CHUNK];
    try (InputStream in = blobs.read(blob)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        digest.update(chunk, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  long checked() {
    return checked;
  }

  boolean isWell() {
    return faulty == 0;
  }
}
