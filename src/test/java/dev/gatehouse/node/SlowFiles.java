package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;

/** Documents whose files, all of them missing, come one by one, as a test lets them. */
public final class SlowFiles implements BlobOwner {
  public static final int COUNT = 10;
  private static final String MISSING = "0123456789abcdef01234567";

  public final Semaphore allowed = new Semaphore(0);

  /** Those checks that are at it. */
  public final AtomicInteger checks = new AtomicInteger();

  @Override
  public String collection() {
    return "files";
  }

  @Override
  public Set<String> owned(Collection<String> blobs) {
    return Set.copyOf(blobs);
  }

  @Override
  public List<NamedBlob> find(Collection<String> blobs) {
    return blobs.stream().map(blob -> NamedBlob.of(blob, "audio", 1, null)).toList();
  }

  @Override
  public Stream<NamedBlob> named() {
    checks.incrementAndGet();
    return IntStream.range(0, COUNT)
        .mapToObj(i -> {
          acquire();
          return NamedBlob.of(MISSING, "audio " + i, 1, null);
        })
        .onClose(checks::decrementAndGet);
  }

  private void acquire() {
    try {
      allowed.acquire();
    } catch (InterruptedException e) {
      throw new IllegalStateException("the wait for a file was interrupted", e);
    }
  }
}
