package dev.gatehouse.command;

import dev.gatehouse.store.OwnFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Set;

/** Copies files for their owner only; each appears under its name when it is whole. */
final class FileCopy {
  private static final long AT_ONCE = 8 << 20;

  private final Progress progress;
  private final Set<Path> folders = new LinkedHashSet<>();

  FileCopy(Progress progress) {
    this.progress = progress;
  }

  /** Copies a file with its age, replacing what is there. */
  void copy(Path from, Path to) throws IOException {
    Path folder = OwnFiles.folder(to.getParent());
    Path unfinished = OwnFiles.made(folder.resolve(to.getFileName() + ".new"));
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(
                unfinished, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      long size = in.size();
      for (long at = 0; at < size; ) {
        long moved = in.transferTo(at, Math.min(AT_ONCE, size - at), out);
        at += moved;
        progress.advance(moved, from.getFileName().toString());
      }
      out.force(true);
    }
    Files.setLastModifiedTime(unfinished, Files.getLastModifiedTime(from));
    Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
    folders.add(folder);
  }

  /** Makes what was copied survive a loss of power. */
  void sync() throws IOException {
    for (Path folder : folders) {
      OwnFiles.sync(folder);
    }
  }
}
