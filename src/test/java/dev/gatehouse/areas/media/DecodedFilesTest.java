package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.Waiting;
import dev.gatehouse.store.files.DiskSpaceGuard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cache of decoded files decodes each file once, stays within its bounds, and blocks no reader.
 */
class DecodedFilesTest {
  @TempDir Path folder;
  private final AtomicLong free = new AtomicLong(1000);
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final AtomicInteger opened = new AtomicInteger();

  private DecodedFiles cache(long maxBytes) throws IOException {
    return DecodedFiles.open(folder, maxBytes, new DiskSpaceGuard(100, free::get), waiting::add);
  }

  @Test
  void fillsOnceForConcurrentRequests() throws Exception {
    CountDownLatch asked = new CountDownLatch(50);
    DecodedFiles cache;
    try (ExecutorService fills = Executors.newSingleThreadExecutor();
        ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
      cache =
          DecodedFiles.open(
              folder,
              1000,
              new DiskSpaceGuard(0, free::get),
              task -> fills.execute(() -> runAfter(asked, task)));
      for (int i = 0; i < 50; i++) {
        askers.execute(() -> {
          cache.fill("a", source(10));
          asked.countDown();
        });
      }
    }
    assertArrayEquals(new byte[10], Files.readAllBytes(cache.get("a").orElseThrow()));
    cache.fill("a", source(10));
    assertEquals(1, opened.get());
  }

  @Test
  void hidesFilesUntilComplete() throws Exception {
    DecodedFiles cache = cache(1000);
    cache.fill("a", source(10));
    assertTrue(cache.get("a").isEmpty());
    runAll();
    assertTrue(cache.get("a").isPresent());
  }

  /** Its listeners would hold their connections, and they their requests after leaving. */
  @Test
  void endsTheWaitForAFillThatNeverEnds() throws Exception {
    DecodedFiles cache = cache(1000);
    cache.fill("a", source(10));
    CompletionStage<Void> late = cache.fillOf("a", Duration.ofMillis(1)).orElseThrow();
    CompletionStage<Void> early = cache.fillOf("a", Duration.ofMinutes(1)).orElseThrow();
    late.toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertFalse(early.toCompletableFuture().isDone());
    runAll();
    early.toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertTrue(cache.fillOf("a", Duration.ofMinutes(1)).isEmpty());
  }

  @Test
  void evictsLeastRecentlyUsedWithoutBreakingReads() throws Exception {
    DecodedFiles cache = cache(30);
    fill(cache, "a", 10);
    fill(cache, "b", 10);
    fill(cache, "c", 10);
    try (InputStream reader = Files.newInputStream(cache.get("b").orElseThrow())) {
      assertEquals(List.of(true, true), present(cache, "a", "c"));
      fill(cache, "d", 15);
      assertEquals(List.of(false, false, true, true), present(cache, "a", "b", "c", "d"));
      assertEquals(10, reader.readAllBytes().length);
    }
    assertEquals(25, bytesOnDisk());
  }

  @Test
  void skipsFilesLargerThanTheCache() throws Exception {
    DecodedFiles cache = cache(30);
    fill(cache, "a", 10);
    fill(cache, "b", 31);
    assertEquals(List.of(true, false), present(cache, "a", "b"));
    assertEquals(10, bytesOnDisk());
  }

  @Test
  void countsFilesBeingFilled() throws Exception {
    DecodedFiles cache = cache(30);
    fill(cache, "small", 5);
    Runnable another =
        () -> {
          cache.fill("b", source(20));
          waiting.remove().run();
        };
    cache.fill("a", new Bytes(20, 20, another));
    runAll();
    assertEquals(List.of(true, true, false), present(cache, "small", "a", "b"));
  }

  @Test
  void disablesTheCacheAtSizeZero() throws Exception {
    DecodedFiles cache = cache(0);
    cache.fill("a", source(0));
    assertTrue(waiting.isEmpty());
  }

  @Test
  void skipsFillsWhileDiskSpaceIsLow() throws Exception {
    DecodedFiles cache = cache(1000);
    free.set(109);
    fill(cache, "a", 10);
    assertEquals(List.of(false), present(cache, "a"));
    assertEquals(0, opened.get());
    free.set(110);
    fill(cache, "a", 10);
    assertEquals(List.of(true), present(cache, "a"));
  }

  @Test
  void abortsFillWhenTheDiskFillsUp() throws Exception {
    DecodedFiles cache = cache(1000);
    cache.fill("a", new Bytes(10, 10, () -> free.set(99)));
    runAll();
    assertEquals(List.of(false), present(cache, "a"));
    assertEquals(0, bytesOnDisk());
    free.set(1000);
    fill(cache, "b", 1000 - 100);
    assertEquals(List.of(true), present(cache, "b"));
  }

  @Test
  void cleansUpFailedFillAndAllowsRetry() throws Exception {
    DecodedFiles cache = cache(10);
    for (int tooFew = 5; tooFew < 8; tooFew++) {
      cache.fill("a", new Bytes(10, tooFew, () -> {}));
      runAll();
      assertEquals(List.of(false), present(cache, "a"));
      assertEquals(0, bytesOnDisk());
    }
    fill(cache, "a", 10);
    assertEquals(List.of(true), present(cache, "a"));
  }

  @Test
  void toleratesARejectingExecutor() throws Exception {
    Deque<Boolean> refuse = new ArrayDeque<>(List.of(true, false));
    DecodedFiles cache =
        DecodedFiles.open(
            folder,
            100,
            new DiskSpaceGuard(0, free::get),
            task -> {
              if (refuse.remove()) {
                throw new RejectedExecutionException();
              }
              task.run();
            });
    cache.fill("a", source(10));
    assertEquals(List.of(false), present(cache, "a"));
    cache.fill("a", source(10));
    assertEquals(List.of(true), present(cache, "a"));
  }

  @Test
  void dropsFilesEvenDuringFill() throws Exception {
    DecodedFiles cache = cache(100);
    fill(cache, "a", 10);
    cache.drop("a");
    cache.fill("b", source(10));
    cache.drop("b");
    runAll();
    assertEquals(List.of(false, false), present(cache, "a", "b"));
    assertEquals(0, bytesOnDisk());
    fill(cache, "c", 100);
    assertEquals(List.of(true), present(cache, "c"));
  }

  @Test
  void startsEmptyAndKeepsOtherFiles() throws Exception {
    fill(cache(100), "a", 10);
    Path other = Files.writeString(folder.resolve("other"), "kept");
    DecodedFiles again = cache(100);
    assertFalse(again.get("a").isPresent());
    assertEquals(4, bytesOnDisk());
    fill(again, "a", 10);
    assertTrue(Files.exists(other) && again.get("a").isPresent());
  }

  private void fill(DecodedFiles cache, String blob, int size) {
    cache.fill(blob, source(size));
    runAll();
  }

  private void runAll() {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  private static void runAfter(CountDownLatch latch, Runnable task) {
    Waiting.on(latch);
    task.run();
  }

  private static List<Boolean> present(DecodedFiles cache, String... blobs) {
    return Stream.of(blobs).map(blob -> cache.get(blob).isPresent()).toList();
  }

  private long bytesOnDisk() throws IOException {
    return FileTree.of(folder).stream().mapToLong(file -> file.toFile().length()).sum();
  }

  private Bytes source(int size) {
    return new Bytes(size, size, opened::incrementAndGet);
  }

  /** So many zeroes of a stated size, and what happens when they are opened. */
  private record Bytes(long size, int actual, Runnable whenOpened) implements DecodedFiles.Source {
    @Override
    public InputStream open() {
      whenOpened.run();
      return new ByteArrayInputStream(new byte[actual]);
    }
  }
}
