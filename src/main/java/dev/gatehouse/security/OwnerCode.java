package dev.gatehouse.security;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner's permanent code with its filter. Only the first right code after a start needs the
 * slow hash. Later codes are compared with a fast hash of it, which is only in memory.
 *
 * <p>A generated code without a filter, of an earlier release, gets one when it is presented.
 */
public final class OwnerCode implements CodeChecker.Code {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerCode.class);

  private final PermanentCode hash;
  private final SecureRandom random;
  private final FilterFile file;
  private volatile Optional<CodeFilter> filter;
  private volatile Optional<PermanentCode> fast;

  /** File of the filter. */
  public interface FilterFile {
    /** No file, for a code that needs no filter. */
    FilterFile NONE = text -> {};

    void write(String text) throws IOException;
  }

  /**
   * @param stored the filter's text; empty if it is not stored
   */
  public OwnerCode(
      PermanentCode hash, Optional<String> stored, FilterFile file, SecureRandom random) {
    this.hash = hash;
    this.file = file;
    this.random = random;
    this.filter = stored.flatMap(hash::filter);
    this.fast = hash.slow() ? Optional.empty() : Optional.of(hash);
  }

  @Override
  public boolean slow() {
    return fast.isEmpty();
  }

  @Override
  public boolean mayMatch(String presented) {
    Optional<CodeFilter> now = filter;
    return now.isEmpty() || now.get().passes(presented);
  }

  @Override
  public boolean matches(String presented) {
    Optional<PermanentCode> known = fast;
    if (known.isPresent()) {
      return known.get().matches(presented);
    }
    boolean right = hash.matches(presented);
    if (right) {
      learn(presented);
    }
    return right;
  }

  /** Remembers the right code, which was just generated or presented. */
  public void learn(String code) {
    fast = Optional.of(PermanentCode.given(code, random));
    if (filter.isPresent() || !PermanentCode.isGenerated(code)) {
      return;
    }
    CodeFilter made = hash.filterOf(code, random);
    filter = Optional.of(made);
    try {
      file.write(made.stored());
    } catch (IOException e) {
      LOG.warn("the permanent code's filter cannot be stored, will retry after a restart", e);
    }
  }
}
