package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.files.PrivateFiles;

/**
 * List of a backup's files with their sizes and digests. It ends with a digest of itself.
 *
 * @param files by their path in the backup, with slashes
 */
record Manifest(Instant created, SortedMap<String, Entry> files) {
  static final String NAME = "manifest";

  /** A complete manifest whose documents are not in place yet. */
  static final String NEXT = "manifest.next";

  private static final String FORMAT = "gatehouse-backup 2";
  private static final String CREATED = "created ";
  private static final String END = "end ";
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) ([0-9]{1,18}) (.+)");
  private static final int MIN_LINES = 3;
  private static final int ID_LENGTH = 12;

  /** Size and SHA-256 of a file. */
  record Entry(long size, String sha256) {}

  /** Returns an empty list of files. */
  static SortedMap<String, Entry> none() {
    return Collections.emptySortedMap();
  }

  /** Returns hexadecimal digits that differ for each backup. */
  String id() {
    return digest(text()).substring(0, ID_LENGTH);
  }

  private String text() {
    StringBuilder text = new StringBuilder(FORMAT + "\n" + CREATED + created + "\n");
    files.forEach((path, file) ->
        text.append(file.sha256())
            .append(' ')
            .append(file.size())
            .append(' ')
            .append(path)
            .append('\n'));
    return text.toString();
  }

  /** Writes the manifest durably under a name in a backup. */
  void write(Path folder, String name) throws IOException {
    String text = text();
    String all = text + END + digest(text) + "\n";
    Path draft = PrivateFiles.made(folder.resolve(name + ".new"));
    Files.writeString(draft, all);
    PrivateFiles.sync(draft);
    PrivateFiles.move(draft, folder.resolve(name));
  }

  /**
   * Reads a manifest; empty if it does not exist.
   *
   * @throws IllegalStateException if it is damaged, or was written by a later release
   */
  static Optional<Manifest> read(Path file) throws IOException {
    String text;
    try {
      // Damage may not be valid UTF-8.
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    return Optional.of(of(text, file.toString()));
  }

  /**
   * Reads the text of a manifest.
   *
   * @param file its location, for messages
   */
  static Manifest of(String text, String file) {
    List<String> lines = text.lines().toList();
    String last = lines.isEmpty() ? "" : lines.getLast();
    String before = text.substring(0, Math.max(0, text.length() - last.length() - 1));
    if (lines.size() < MIN_LINES || !last.equals(END + digest(before)) || !text.endsWith("\n")) {
      throw new IllegalStateException("the backup is damaged: " + file + " is damaged");
    }
    if (!lines.getFirst().equals(FORMAT)) {
      throw new IllegalStateException(
          ("%s has the format \"%s\", and this release supports \"%s\": restore the backup"
                  + " with the release that wrote it")
              .formatted(file, lines.getFirst(), FORMAT));
    }
    SortedMap<String, Entry> files = new TreeMap<>();
    for (String line : lines.subList(2, lines.size() - 1)) {
      Matcher entry = LINE.matcher(line);
      if (!entry.matches()) {
        throw new IllegalStateException("the backup is damaged: " + file + " is damaged");
      }
      files.put(entry.group(3), new Entry(Long.parseLong(entry.group(2)), entry.group(1)));
    }
    return new Manifest(Instant.parse(lines.get(1).substring(CREATED.length())), files);
  }

  private static String digest(String text) {
    return HexFormat.of().formatHex(Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }
}
