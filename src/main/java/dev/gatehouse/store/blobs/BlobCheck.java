package dev.gatehouse.store.blobs;

import module java.base;

/**
 * Checks that every blob named by a document exists and matches the document. A node may change
 * both during the check.
 */
public final class BlobCheck {
  private final List<BlobOwner> owners;
  private final BlobStoreIdentity blobs;
  private final Consumer<String> faults;
  private final Optional<DamagedFiles> damaged;
  private final LongAdder checked = new LongAdder();
  private long faulty;

  /**
   * @param faults receives a line for each fault
   */
  public BlobCheck(List<BlobOwner> owners, BlobStoreIdentity blobs, Consumer<String> faults) {
    this(owners, blobs, faults, Optional.empty());
  }

  /**
   * @param damaged list of the node, which is updated
   */
  public BlobCheck(
      List<BlobOwner> owners,
      BlobStoreIdentity blobs,
      Consumer<String> faults,
      Optional<DamagedFiles> damaged) {
    this.owners = owners;
    this.blobs = blobs;
    this.faults = faults;
    this.damaged = damaged;
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
    Optional<String> fault = fault(blob);
    if (fault.isEmpty()) {
      damaged.ifPresent(list -> list.remove(blob.id()));
    } else if (owner.owned(Set.of(blob.id())).contains(blob.id())) {
      // Otherwise the blob was replaced since its name was read, and no document names it any more.
      faulty++;
      damaged.ifPresent(list -> list.add(blob, fault.get()));
      faults.accept(blob.document() + ": the file " + blob.id() + " " + fault.get());
    }
  }

  private Optional<String> fault(NamedBlob blob) {
    try {
      return blob.fault(blobs.read(blob.id(), bytes -> mustNotBeInterrupted()));
    } catch (NoSuchFileException e) {
      return Optional.of("is missing");
    } catch (IOException e) {
      mustNotBeInterrupted();
      return Optional.of("cannot be read: " + e.getMessage());
    } catch (InterruptedException e) {
      throw new CancellationException("the check was interrupted");
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
