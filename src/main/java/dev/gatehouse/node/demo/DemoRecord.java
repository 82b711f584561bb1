package dev.gatehouse.node.demo;

import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

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
      return Files.readAllLines(file);
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Records something that a DELETE request removes while it has certain content.
   *
   * @param content JSON object on one line
   */
  void path(String path, String content) {
    path(path + ' ' + content);
  }

  /** Records something that a DELETE request removes. */
  void path(String path) {
    add(PATH + ' ' + path);
  }

  /** Records a document that no operation of the API removes. */
  void document(String collection, String id) {
    add(DOCUMENT + ' ' + collection + ' ' + id);
  }

  private void add(String line) {
    try {
      Files.writeString(PrivateFiles.made(file), line + '\n', StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be written: " + e.getMessage(), e);
    }
  }

  /** Replaces the lines. Without lines, the file is deleted. */
  void keep(List<String> rest) {
    try {
      if (rest.isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        Files.write(file, rest);
      }
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be written: " + e.getMessage(), e);
    }
  }
}
