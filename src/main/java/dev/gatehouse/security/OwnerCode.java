package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.security.PermanentCode.CodeFilter;
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

  private final SecureRandom random;
  private final CodeFiles files;
  private final Optional<PermanentCode> previous;
  private volatile State state;

  /** The code with what is derived from it, replaced as a whole. */
  private record State(
      PermanentCode hash, Optional<CodeFilter> filter, Optional<PermanentCode> fast) {}

  public interface CodeFiles {
    /** No files, for a code from the settings. */
    CodeFiles NONE = new CodeFiles() {};

    default void writeFilter(String text) throws IOException {}

    /** Replaces the code. The new code is durable when this returns. */
    default void replace(String code, String hash) throws IOException {}

    /** Deletes the code's plain text because the owner has it. Does not block. */
    default void use(String code) {}
  }

  /**
   * Creates a generated code.
   *
   * @param stored the filter's text; empty if it is not stored
   */
  public OwnerCode(
      PermanentCode hash, Optional<String> stored, CodeFiles files, SecureRandom random) {
    this(hash, stored, Optional.empty(), files, random);
  }

  /**
   * Creates a code from the settings.
   *
   * @param previous another code that is accepted during a rotation
   */
  public static OwnerCode given(
      PermanentCode code, Optional<PermanentCode> previous, SecureRandom random) {
    return new OwnerCode(code, Optional.empty(), previous, CodeFiles.NONE, random);
  }

  private OwnerCode(
      PermanentCode hash,
      Optional<String> stored,
      Optional<PermanentCode> previous,
      CodeFiles files,
      SecureRandom random) {
    this.files = files;
    this.random = random;
    this.previous = previous;
    this.state =
        new State(
            hash, stored.flatMap(hash::filter), hash.slow() ? Optional.empty() : Optional.of(hash));
  }

  @Override
  public boolean slow() {
    return state.fast().isEmpty();
  }

  @Override
  public boolean mayMatch(String presented) {
    Optional<CodeFilter> now = state.filter();
    return now.isEmpty() || now.get().passes(presented);
  }

  /**
   * Returns whether a text is the code, without the slow hash if the filter is stored. The filter
   * takes one of 65,536 other texts for the code.
   */
  public boolean isProbably(String text) {
    State now = state;
    return now.filter().map(kept -> kept.passes(text)).orElseGet(() -> now.hash().matches(text));
  }

  @Override
  public boolean matches(String presented) {
    State now = state;
    boolean right = now.fast().orElse(now.hash()).matches(presented);
    if (right && now.fast().isEmpty()) {
      learn(now.hash(), presented);
    }
    // A reset may have replaced the code during the slow hash.
    boolean valid = right && state.hash() == now.hash();
    if (valid) {
      files.use(presented);
    }
    return valid || (previous.isPresent() && previous.get().matches(presented));
  }

  /** Remembers the right code, which was just generated. */
  public void learn(String code) {
    learn(state.hash(), code);
  }

  private synchronized void learn(PermanentCode hash, String code) {
    State now = state;
    if (now.hash() != hash) {
      return;
    }
    Optional<PermanentCode> fast = Optional.of(PermanentCode.given(code, random));
    if (now.filter().isPresent() || !PermanentCode.isGenerated(code)) {
      state = new State(hash, now.filter(), fast);
      return;
    }
    CodeFilter made = hash.filterOf(code, random);
    state = new State(hash, Optional.of(made), fast);
    store(made);
  }

  /**
   * Replaces a generated code by a new one. The previous code is invalid when this returns. Blocks.
   *
   * @return the new code
   */
  public synchronized String reset() {
    if (!state.hash().slow()) {
      throw ApiException.of(
          ErrorCode.REQUEST_INVALID,
          "the setting access.permanentCode contains the code: change it there and restart");
    }
    String code = PermanentCode.generate(random);
    PermanentCode hash = PermanentCode.of(code, random);
    try {
      files.replace(code, hash.stored());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    CodeFilter filter = hash.filterOf(code, random);
    state = new State(hash, Optional.of(filter), Optional.of(PermanentCode.given(code, random)));
    store(filter);
    return code;
  }

  private void store(CodeFilter made) {
    try {
      files.writeFilter(made.stored());
    } catch (IOException e) {
      LOG.warn("the permanent code's filter cannot be stored, will retry after a restart", e);
    }
  }
}
