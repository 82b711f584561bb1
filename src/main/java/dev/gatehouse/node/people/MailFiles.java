package dev.gatehouse.node.people;

import module java.base;

/**
 * Emails that a node without a mail server has written as files.
 *
 * @param folder may be absent
 */
record MailFiles(Path folder) {
  private static final String SOFT_BREAK = "=\\r?\\n";
  private static final Pattern BASE64 = Pattern.compile("(?m)(?:^[A-Za-z0-9+/=]{4,76}\\r?\\n)+");

  List<Path> containing(Pattern address) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.list(folder)) {
        for (Path file : (Iterable<Path>) all.sorted()::iterator) {
          if (Files.isRegularFile(file) && address.matcher(text(file)).find()) {
            found.add(file);
          }
        }
      }
    }
    return found;
  }

  /** Returns the number of deleted files. */
  long delete(Pattern address) throws IOException {
    List<Path> found = containing(address);
    for (Path file : found) {
      Files.deleteIfExists(file);
    }
    return found.size();
  }

  /** Returns the file's text, with its quoted-printable and base64 parts decoded. */
  private static String text(Path file) throws IOException {
    String raw = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    StringBuilder text = new StringBuilder(raw.replaceAll(SOFT_BREAK, "").replace("=40", "@"));
    BASE64
        .matcher(raw)
        .results()
        .map(MatchResult::group)
        .forEach(block -> {
          try {
            byte[] bytes = Base64.getMimeDecoder().decode(block);
            text.append('\n').append(new String(bytes, StandardCharsets.UTF_8));
          } catch (IllegalArgumentException noBase64) {
            // It only looked like base64.
          }
        });
    // Calendar files break lines within addresses.
    return text.append(text.toString().replaceAll("\\r?\\n[ \\t]", "")).toString();
  }
}
