package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.areas.media.AudioAtRest;
import dev.gatehouse.areas.media.DecodedFiles;
import dev.gatehouse.areas.media.WavRendition;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.FileBlobs;
import java.lang.management.ManagementFactory;

/**
 * Measures compressed audio: storing, a cold Range of 64 KiB, and decoding the whole file instead.
 * Takes WAV files; without any, it creates one of 100 MB.
 */
public final class AudioBench {
  private static final int RANGE = 64 << 10;
  private static final int RANGES = 2000;
  private static final int BLOCKS = 25_000_000;

  private final Blobs blobs;
  private final DecodedFiles noCache;

  private AudioBench(Path folder) throws IOException {
    Executor none = task -> {};
    blobs = FileBlobs.open(folder.resolve("blobs"), 0, new SecureRandom());
    noCache = DecodedFiles.open(folder.resolve("cache"), 0, 0, none);
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("audio-bench");
    try {
      AudioBench bench = new AudioBench(folder);
      if (arguments.length == 0) {
        Path made = folder.resolve("made.wav");
        MadeWav.write(made, BLOCKS);
        bench.measure("made, 16 bit stereo", bench.put(Files.readAllBytes(made)));
      }
      for (String file : arguments) {
        bench.measure(file, bench.put(Files.readAllBytes(Path.of(file))));
      }
    } finally {
      delete(folder);
    }
  }

  private void measure(String name, Blob raw) throws Exception {
    AudioAtRest audio = new AudioAtRest(blobs);
    audio.store(raw); // warms up
    long cpu = cpu();
    long start = System.nanoTime();
    AudioAtRest.Stored stored = audio.store(raw);
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuSeconds = (cpu() - cpu) / 1e9;
    double mb = raw.size() / 1e6;
    print("%s: %.1f MB, %.2f times smaller", name, mb, raw.size() / (double) stored.blob().size());
    print("  store            %8.0f MB/s, %.0f MB a CPU second", mb / seconds, mb / cpuSeconds);

    WavRendition one = new WavRendition(blobs, noCache);
    ranges("cold 64 KiB", () -> one, stored);
    ranges("file's first", () -> new WavRendition(blobs, noCache), stored);
    double[] whole = new double[5];
    for (int i = 0; i < whole.length; i++) {
      whole[i] = read(one, stored, 0, raw.size());
    }
    Arrays.sort(whole);
    print("  decode the whole %8.1f ms, %.0f MB/s", whole[2], mb / whole[2] * 1000);
  }

  private static void ranges(String name, Supplier<WavRendition> from, AudioAtRest.Stored stored)
      throws IOException {
    Random random = new Random(1);
    int length = (int) Math.min(RANGE, stored.originalSize());
    double[] times = new double[RANGES];
    for (int round = 0; round < 2; round++) { // the first warms up
      for (int i = 0; i < RANGES; i++) {
        long offset = random.nextLong(stored.originalSize() - length + 1);
        times[i] = read(from.get(), stored, offset, length);
      }
    }
    Arrays.sort(times);
    print(
        "  %-16s %8.3f ms median, %.3f ms 99 %%, %.3f ms worst",
        name, times[RANGES / 2], times[RANGES * 99 / 100], times[RANGES - 1]);
  }

  /** Returns the milliseconds from the request to the last byte. */
  private static double read(
      WavRendition rendition, AudioAtRest.Stored stored, long offset, long length)
      throws IOException {
    long start = System.nanoTime();
    try (InputStream in = rendition.open(stored.blob().id(), offset, length)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return (System.nanoTime() - start) / 1e6;
  }

  private Blob put(byte[] bytes) throws IOException {
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(bytes));
      return writer.commit();
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
