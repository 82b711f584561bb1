package dev.gatehouse.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.store.fs.FilePath;

/**
 * A file system over the real one, on which a file may only grow so far: the disk that gets full.
 */
final class SmallDisk extends FilePath {
  private static final String SCHEME = "small";

  private final AtomicLong largest;
  private final FilePath real;

  /** A disk that is still empty; to be registered with H2. */
  SmallDisk(AtomicLong largest) {
    this(largest, "", null);
  }

  private SmallDisk(AtomicLong largest, String name, FilePath real) {
    this.largest = largest;
    this.real = real;
    this.name = name;
  }

  /** The name of a real file as one on this disk. */
  static String name(String path) {
    return SCHEME + ":" + path;
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FilePath getPath(String path) {
    return on(FilePath.get(path.substring(SCHEME.length() + 1)));
  }

  private SmallDisk on(FilePath path) {
    return path == null ? null : new SmallDisk(largest, name(path.toString()), path);
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return new SmallDiskFile(real.open(mode), largest);
  }

  @Override
  public long size() {
    return real.size();
  }

  @Override
  public void moveTo(FilePath target, boolean atomic) {
    real.moveTo(((SmallDisk) target).real, atomic);
  }

  @Override
  public boolean createFile() {
    return real.createFile();
  }

  @Override
  public boolean exists() {
    return real.exists();
  }

  @Override
  public void delete() {
    real.delete();
  }

  @Override
  public List<FilePath> newDirectoryStream() {
    return real.newDirectoryStream().stream().map(path -> (FilePath) on(path)).toList();
  }

  @Override
  public FilePath toRealPath() {
    return on(real.toRealPath());
  }

  @Override
  public FilePath getParent() {
    return on(real.getParent());
  }

  @Override
  public boolean isDirectory() {
    return real.isDirectory();
  }

  @Override
  public boolean isRegularFile() {
    return real.isRegularFile();
  }

  @Override
  public boolean isAbsolute() {
    return real.isAbsolute();
  }

  @Override
  public long lastModified() {
    return real.lastModified();
  }

  @Override
  public boolean canWrite() {
    return real.canWrite();
  }

  @Override
  public void createDirectory() {
    real.createDirectory();
  }

  @Override
  public boolean setReadOnly() {
    return real.setReadOnly();
  }
}
