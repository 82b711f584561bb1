package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/**
 * A RAM disk of some megabytes, which a test fills. Skips the test unless it runs as root.
 *
 * @param folder its mount point
 */
public record SmallDisk(Path folder) implements AutoCloseable {
  /** Mounts a disk at a new folder. */
  public static SmallDisk at(Path folder, int megabytes) throws IOException {
    Files.createDirectory(folder);
    String size = "size=" + megabytes + "m";
    assumeTrue(run("mount", "-t", "tmpfs", "-o", size, "tmpfs", folder.toString()) == 0);
    return new SmallDisk(folder);
  }

  private static int run(String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .onExit()
        .join()
        .exitValue();
  }

  /** Fills all free space. */
  public void fill() throws IOException {
    try (FileChannel file =
        FileChannel.open(ballast(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int piece = 64 * 1024; piece > 0; piece /= 4) {
        fill(file, piece);
      }
    }
  }

  private static void fill(FileChannel file, int piece) {
    try {
      while (true) {
        file.write(ByteBuffer.allocate(piece));
      }
    } catch (IOException full) {
      // Expected: the disk is full.
    }
  }

  /** Frees the filled space. */
  public void free() throws IOException {
    Files.delete(ballast());
  }

  private Path ballast() {
    return folder.resolve("ballast");
  }

  @Override
  public void close() throws IOException {
    run("umount", "--lazy", folder.toString());
  }
}
