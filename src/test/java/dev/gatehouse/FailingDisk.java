package dev.gatehouse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/**
 * A disk in a file, which a test lets fail. Skips the test unless it runs as root and the system
 * has loop devices.
 *
 * @param folder its mount point
 * @param device its loop device
 */
public record FailingDisk(Path folder, Path device) implements AutoCloseable {
  private static final long BYTES = 64 << 20;

  /** Mounts a disk at a new folder. */
  public static FailingDisk at(Path folder) throws IOException {
    Files.createDirectory(folder);
    Path image = folder.resolveSibling(folder.getFileName() + ".img");
    try (var file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(BYTES);
    }
    assumeTrue(run("mkfs.ext4", "-q", "-F", image.toString()).isPresent());
    Optional<String> device = run("losetup", "-f", "--show", image.toString());
    assumeTrue(device.isPresent());
    var disk = new FailingDisk(folder, Path.of(device.get()));
    if (run("mount", "-o", "errors=remount-ro", device.get(), folder.toString()).isEmpty()
        || !Files.isWritable(disk.trigger())) {
      disk.close();
      assumeTrue(false);
    }
    return disk;
  }

  /** Returns what a program printed; empty if it failed or does not exist. */
  private static Optional<String> run(String... command) throws IOException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException absent) {
      return Optional.empty();
    }
    byte[] printed = process.getInputStream().readAllBytes();
    return process.onExit().join().exitValue() == 0
        ? Optional.of(new String(printed, StandardCharsets.UTF_8).strip())
        : Optional.empty();
  }

  private Path trigger() {
    return Path.of("/sys/fs/ext4", device.getFileName().toString(), "trigger_fs_error");
  }

  /** Reports an error of the disk, upon which the system makes it read-only. */
  public void fail() throws IOException {
    Files.writeString(trigger(), "1");
  }

  @Override
  public void close() throws IOException {
    run("umount", "--lazy", folder.toString());
    run("losetup", "-d", device.toString());
  }
}
