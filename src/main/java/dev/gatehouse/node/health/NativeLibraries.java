package dev.gatehouse.node.health;

import com.github.luben.zstd.util.Native;
import java.util.Optional;

/** Loads the library of zstd, which audio and market data use. SQLite's stops the start itself. */
public final class NativeLibraries {
  private NativeLibraries() {}

  /** Loads once, because a class whose initializer failed reports the cause only once. */
  private static final class Loaded {
    static final Optional<String> PROBLEM = load();

    private static Optional<String> load() {
      try {
        Native.load();
        return Optional.empty();
      } catch (LinkageError e) {
        return Optional.of(
            "the library of zstd cannot be loaded, so audio and market data fail: %s. If the temporary folder is"
                    .formatted(String.valueOf(e.getMessage()).lines().findFirst().orElse(""))
                + " mounted noexec or full, set JAVA_OPTS=-Djava.io.tmpdir=FOLDER to another folder");
      }
    }
  }

  /** Returns why the library cannot be loaded; empty if it is loaded. */
  public static Optional<String> problem() {
    return Loaded.PROBLEM;
  }
}
