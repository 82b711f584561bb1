package dev.gatehouse.store.sqlite;

import module java.base;

/** The recorded writes and syncs of a process, in order, replayed up to a power failure. */
final class WriteLog {
  private static final int SECTOR = 4096;

  private final List<Step> steps = new ArrayList<>();
  private final Map<String, byte[]> durable = new HashMap<>();
  private final List<Step> pending = new ArrayList<>();
  private int at;

  /** A recorded call: w for a write, t for a truncation, s for a sync. */
  record Step(char kind, String file, long offset, byte[] bytes) {}

  /** The part of the unsynced writes that reached the disk. */
  enum Mode {
    NOTHING,
    EVERYTHING,
    PREFIX,
    SECTORS
  }

  /**
   * Reads a recording.
   *
   * @param before the files at its start
   */
  WriteLog(Path log, Map<String, byte[]> before) throws IOException {
    durable.putAll(before);
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(log)).order(ByteOrder.nativeOrder());
    while (in.hasRemaining()) {
      char kind = (char) in.get();
      byte[] path = new byte[Short.toUnsignedInt(in.getShort())];
      in.get(path);
      long offset = in.getLong();
      byte[] bytes = new byte[(int) in.getLong()];
      in.get(bytes);
      String name = Path.of(new String(path, StandardCharsets.UTF_8)).getFileName().toString();
      steps.add(new Step(kind, name, offset, bytes));
    }
  }

  int length() {
    return steps.size();
  }

  /** Returns the first step after a line was written to a file. */
  int after(String file, String line) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).file.equals(file)
          && new String(steps.get(i).bytes, StandardCharsets.UTF_8).equals(line + "\n")) {
        return i + 1;
      }
    }
    throw new IllegalStateException(line + " was never written into " + file);
  }

  /** Advances to just before a step. */
  void advance(int step) {
    for (; at < step; at++) {
      Step next = steps.get(at);
      if (next.kind == 's') {
        pending.stream()
            .filter(each -> each.file.equals(next.file))
            .forEach(each -> apply(durable, each));
        pending.removeIf(each -> each.file.equals(next.file));
      } else {
        pending.add(next);
      }
    }
  }

  /** Returns the files after a power failure at this step. */
  Map<String, byte[]> cut(Mode mode, Random random) {
    Map<String, byte[]> files = new HashMap<>(durable);
    int prefix = pending.isEmpty() ? 0 : random.nextInt(pending.size() + 1);
    for (int i = 0; i < pending.size(); i++) {
      Step step = pending.get(i);
      switch (mode) {
        case NOTHING -> {
          // All unsynced writes are lost.
        }
        case EVERYTHING -> apply(files, step);
        case PREFIX -> {
          if (i < prefix) {
            apply(files, step);
          }
        }
        case SECTORS -> sectors(files, step, random);
      }
    }
    return files;
  }

  private static void sectors(Map<String, byte[]> files, Step step, Random random) {
    if (step.kind == 't') {
      if (random.nextBoolean()) {
        apply(files, step);
      }
      return;
    }
    long end = step.offset + step.bytes.length;
    for (long from = step.offset; from < end; ) {
      long to = Math.min((from / SECTOR + 1) * SECTOR, end);
      if (random.nextBoolean()) {
        byte[] part =
            Arrays.copyOfRange(step.bytes, (int) (from - step.offset), (int) (to - step.offset));
        apply(files, new Step('w', step.file, from, part));
      }
      from = to;
    }
  }

  /** Never modifies the existing array, because another cut may still need it. */
  private static void apply(Map<String, byte[]> files, Step step) {
    byte[] before = files.getOrDefault(step.file, new byte[0]);
    if (step.kind == 't') {
      files.put(step.file, Arrays.copyOf(before, (int) step.offset));
      return;
    }
    int end = (int) step.offset + step.bytes.length;
    byte[] after = Arrays.copyOf(before, Math.max(before.length, end));
    System.arraycopy(step.bytes, 0, after, (int) step.offset, step.bytes.length);
    files.put(step.file, after);
  }

  /** Returns the lines written to a file before a step, synced or not. */
  List<String> lines(String file, int step) {
    StringBuilder text = new StringBuilder();
    for (Step each : steps.subList(0, step)) {
      if (each.file.equals(file)) {
        text.append(new String(each.bytes, StandardCharsets.UTF_8));
      }
    }
    return text.toString().lines().toList();
  }
}
