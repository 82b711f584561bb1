package dev.gatehouse.security;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner's permanent code with its filter. A generated code without a filter, of an earlier
 * release, gets one when it is presented.
 */
public final class OwnerCode implements CodeChecker.Code {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerCode.class);

  private final PermanentCode hash;
  private final SecureRandom random;
  private final FilterFile file;
  private volatile Optional<CodeFilter> filter;

  /** File of the filter. */
  public interface FilterFile {
    /** No file, for a code that needs no filter. */
    FilterFile NONE = text -> {};

    void write(String text) throws IOException;
  }

  /**
   * @param stored the filter's text; empty if there is none
   */
  public OwnerCode(
      PermanentCode hash, Optional<String> stored, FilterFile file, SecureRandom random) {
    this.hash = hash;
    this.file = file;
    this.random = random;
    this.filter = stored.flatMap(hash::filter);
  }

  @Override
  public boolean slow() {
    return hash.slow();
  }

  @Override
  public boolean mayMatch(String presented) {
    Optional<CodeFilter> now = filter;
    return now.isEmpty() || now.get().passes(presented);
  }

  @Override
  public boolean matches(String presented) {
    boolean right = hash.matches(presented);
    if (right && filter.isEmpty() && hash.slow() && PermanentCode.isGenerated(presented)) {
      addFilter(presented);
    }
    return right;
  }

  /** Adds the filter of a code that was just generated or presented. */
  public void addFilter(String code) {
    CodeFilter made = hash.filterOf(code, random);
    filter = Optional.of(made);
    try {
      file.write(made.stored());
    } catch (IOException e) {
      LOG.warn("the permanent code's filter cannot be stored, will retry after a restart: {}", e);
    }
  }
}
