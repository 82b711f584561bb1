package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.areas.media.DnaKeys;
import dev.gatehouse.areas.media.DnaVault;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.FileBlobs;
import java.lang.management.ManagementFactory;

/**
 * Encrypts and decrypts 256 MB in the vault, compared with {@code openssl enc -aes-256-cbc} on the
 * same file. Compares CPU time, which is robust on noisy cores. Exits with 1 below 0.9 of openssl.
 */
public final class DnaBench {
  private static final int LETTERS = 256 << 20;
  private static final int CHUNK = 256 * 1024;
  private static final int RUNS = 5;
  private static final double WANTED = 0.9;

  private final Path folder;
  private final Path text;
  private final DnaVault vault;
  private final FileBlobs blobs;

  private DnaBench(Path folder) throws IOException {
    this.folder = folder;
    this.text = folder.resolve("sequence.txt");
    this.blobs = FileBlobs.open(folder.resolve("blobs"), 1, new SecureRandom());
    this.vault =
        new DnaVault(
            blobs, new DnaKeys(List.of("5a".repeat(32))), new SecureRandom(), Long.MAX_VALUE);
    write();
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("dna-bench");
    boolean quick = false;
    try {
      quick = new DnaBench(folder).run();
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    System.exit(quick ? 0 : 1);
  }

  private boolean run() throws Exception {
    Blob stored = up();
    double up = median(() -> cpu(this::up));
    double down = median(() -> cpu(() -> down(stored)));
    double encrypt = median(() -> openssl("-in " + text + " -out " + folder.resolve("enc")));
    double decrypt = median(() -> openssl("-d -in " + folder.resolve("enc") + " -out /dev/null"));
    return print("up", up, encrypt) & print("down", down, decrypt);
  }

  private Blob up() throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (FileChannel in = FileChannel.open(text);
        BlobWriter writer = vault.into(blobs.create())) {
      while (in.read(chunk) >= 0) {
        writer.write(chunk.flip());
        chunk.clear();
      }
      return writer.commit();
    }
  }

  private Void down(Blob stored) throws IOException {
    DnaVault.Label label = vault.label(stored.id());
    try (InputStream in =
        vault.open(DnaVault.reference(stored.id(), label.id()), 0, label.bases())) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return null;
  }

  private static double cpu(Callable<?> work) throws Exception {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    work.call();
    return (threads.getCurrentThreadCpuTime() - before) / 1e9;
  }

  private static double openssl(String what) throws Exception {
    String command =
        "TIMEFORMAT='%U %S'; time openssl enc -aes-256-cbc -K "
            + "5a".repeat(32)
            + " -iv "
            + "a5".repeat(16)
            + " "
            + what;
    Process process = new ProcessBuilder("bash", "-c", command).start();
    String times = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return Arrays.stream(times.strip().split("\\s+")).mapToDouble(Double::parseDouble).sum();
  }

  private static double median(Callable<Double> run) throws Exception {
    double[] seconds = new double[RUNS];
    for (int i = 0; i < 2 * RUNS; i++) { // the first half warms up
      seconds[i % RUNS] = run.call();
    }
    Arrays.sort(seconds);
    return seconds[RUNS / 2];
  }

  private static boolean print(String way, double ours, double theirs) {
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-5s %.2f GB of letters a CPU second, openssl %.2f: ratio %.2f",
            way,
            LETTERS / ours / 1e9,
            LETTERS / theirs / 1e9,
            theirs / ours));
    return theirs / ours >= WANTED;
  }

  private void write() throws IOException {
    byte[] letters = new byte[1 << 20];
    Random random = new Random(1);
    try (OutputStream out = Files.newOutputStream(text)) {
      for (int i = 0; i < LETTERS / letters.length; i++) {
        for (int j = 0; j < letters.length; j++) {
          letters[j] = (byte) "ACGT".charAt(random.nextInt(4));
        }
        out.write(letters);
      }
    }
  }
}
