package dev.gatehouse.node.demo;

import module java.base;

import dev.gatehouse.store.files.PrivateFiles;

/**
 * List of what the demo has created, in the data folder: one line each, with its kind and the path
 * or the document that removes it. A line is written before or directly after its creation, so an
 * interrupted demo can be removed, too.
 */
public final class DemoRecord {
  static final String PATH = "path";
  static final String DOCUMENT = "document";

  private final Path file;

  /**
   * @param data the node's data folder
   */
  public DemoRecord(Path data) {
    this.file = data.resolve("demo-content");
  }

  /** Returns the lines in the order of their creation; empty without demo content. */
  public List<String> lines() {
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Records something that a DELETE request removes.
   *
   * @param path may be followed by a space and a JSON object, which the item must still contain
   */
  void path(String path) {
    add(PATH + ' ' + path);
  }

  /** Records a document that no operation of the API removes. */
  void document(String collection, String id) {
    add(DOCUMENT + ' ' + collection + ' ' + id);
  }

  /**
   * Adds a line. A part of a line, which a full disk or a power failure has left, is removed: it
   * might name something else.
   */
  private void add(String line) {
    try (FileChannel out = FileChannel.open(PrivateFiles.made(file), StandardOpenOption.APPEND)) {
      removePartialLine(out);
      ByteBuffer text = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
      while (text.hasRemaining()) {
        out.write(text);
      }
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be written: " + e.getMessage(), e);
    }
  }

  private void removePartialLine(FileChannel out) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    // Another process may have added a line meanwhile.
    if (end < bytes.length) {
      out.truncate(end);
    }
  }

  /** Replaces the lines. Without lines, the file is deleted. */
  void keep(List<String> rest) {
    try {
      if (rest.isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        PrivateFiles.write(file, String.join("\n", rest) + "\n");
      }
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be written: " + e.getMessage(), e);
    }
  }
}
