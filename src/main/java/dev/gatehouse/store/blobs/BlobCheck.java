package dev.gatehouse.store.blobs;

import dev.gatehouse.formats.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Checks that every blob named by a document exists and matches the document. A node may change
 * both during the check.
 */
public final class BlobCheck {
  private final List<BlobOwner> owners;
  private final BlobStoreIdentity blobs;
  private final Consumer<String> faults;
  private final LongAdder checked = new LongAdder();
  private long faulty;

  /**
   * @param faults receives a line for each fault
   */
  public BlobCheck(List<BlobOwner> owners, BlobStoreIdentity blobs, Consumer<String> faults) {
    this.owners = owners;
    this.blobs = blobs;
    this.faults = faults;
  }

  /**
   * Reads and checks all blobs byte by byte.
   *
   * @throws java.util.concurrent.CancellationException if its thread is interrupted
   */
  public void run() {
    for (BlobOwner owner : owners) {
      try (Stream<NamedBlob> named = owner.named()) {
        named.forEach(blob -> check(owner, blob));
      }
    }
  }

  private static void mustNotBeInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the check was interrupted");
    }
  }

  private void check(BlobOwner owner, NamedBlob blob) {
    mustNotBeInterrupted();
    checked.increment();
    // A missing blob may have been replaced since its name was read, and no document names it any
    // more.
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
        return Optional.of("is damaged: its SHA-256 differs");
      }
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of("is missing");
    } catch (IOException e) {
      mustNotBeInterrupted();
      return Optional.of("cannot be read: " + e.getMessage());
    }
  }

  private String digest(String blob) throws IOException {
    try (InputStream in = blobs.read(blob)) {
      return Sha256.hex(in);
    }
  }

  /** Returns the number of files checked so far. May be called while the check runs. */
  public long checked() {
    return checked.sum();
  }

  public boolean isIntact() {
    return faulty == 0;
  }
}
