package dev.gatehouse.settings;

import module java.base;

/** Sentences about files that cannot be used, with their owner and the remedy. */
public final class FileFault {
  private FileFault() {}

  /** Describes why a file cannot be read. */
  static String of(String file, Exception e) {
    return e instanceof InvalidPathException || e.getCause() instanceof InvalidPathException
        ? file.strip() + " is no path"
        : of(Path.of(file), e);
  }

  /** Describes why a file or folder cannot be used. */
  public static String of(Path file, Exception e) {
    return switch (e) {
      case NoSuchFileException missing -> "the file " + file + " does not exist";
      case CharacterCodingException coding -> file + " is not UTF-8 text: save it as UTF-8";
      case AccessDeniedException denied -> denied(file);
      default -> {
        if (Files.isDirectory(file)) {
          yield file + " is a folder, not a file";
        }
        if (e.getCause() instanceof CharacterCodingException) {
          yield file + " is not UTF-8 text: save it as UTF-8";
        }
        yield file
            + " cannot be read: "
            + (e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : e);
      }
    };
  }

  /** Returns the reason of a failure; for a missing right, the file, its owner and the remedy. */
  public static String reason(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof AccessDeniedException denied && denied.getFile() != null) {
        return denied(Path.of(denied.getFile()));
      }
    }
    String message = failure.getMessage();
    if (message != null
        && failure instanceof FileSystemException system
        && message.equals(system.getFile())) {
      return message + ": " + failure.getClass().getSimpleName();
    }
    return message == null ? failure.toString() : message;
  }

  /** Returns the user's name; in containers, users may have only numbers. */
  private static String user() {
    String name = System.getProperty("user.name");
    if (!name.equals("?")) {
      return name;
    }
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return name;
    }
  }

  /** Describes a missing right: the file, its owner, the user, and the remedy. */
  public static String denied(Path file) {
    String user = user();
    Path known = file;
    while (known != null && !Files.exists(known)) {
      known = known.toAbsolutePath().getParent();
    }
    String owner = "";
    try {
      if (known != null) {
        owner = " belongs to " + Files.getOwner(known).getName() + ", and";
      }
    } catch (IOException | UnsupportedOperationException e) {
      // Some file systems have no owners.
    }
    return "%s%s the user %s has no right to use it: run the program as its owner, or: chown -R %s %s"
        .formatted(file, owner, user, user, known == null ? file : known);
  }
}
