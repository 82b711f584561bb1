package dev.gatehouse.packaged;

import module java.base;

/** Sockets with a local port, according to /proc. */
final class OpenSockets {
  private static final int NUMBER = 9;

  private final Set<String> sockets = new HashSet<>();

  OpenSockets(int localPort) throws IOException {
    String end = String.format(Locale.ROOT, ":%04X", localPort);
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.strip().split(" +");
        if (fields[1].endsWith(end)) {
          sockets.add("socket:[" + fields[NUMBER] + "]");
        }
      }
    }
  }

  /** Returns whether a process holds one of the sockets. */
  boolean areHeldBy(long pid) throws IOException {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
      for (Path file : open) {
        if (sockets.contains(target(file))) {
          return true;
        }
      }
    }
    return false;
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
