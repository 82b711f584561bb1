package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Unchecked;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.security.PermanentCode.CodeFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link OwnerCode} and {@link CodeFilter}. */
class OwnerCodeTest {
  private static final String GENERATED = "23456789ABCDEFGHJKMN";
  private static final byte[] SALT = "salt".getBytes(StandardCharsets.UTF_8);

  private final SecureRandom random = new SecureRandom();
  private final Disk disk = new Disk();

  /** Files that remember what was written. */
  private static final class Disk implements OwnerCode.CodeFiles {
    final List<String> filters = new ArrayList<>();
    final List<String> hashes = new ArrayList<>();
    final List<String> used = new ArrayList<>();
    boolean full;
    Runnable whileFilterIsWritten = () -> {};

    @Override
    public void writeFilter(String text) throws IOException {
      mustHaveSpace();
      filters.add(text);
      whileFilterIsWritten.run();
    }

    @Override
    public void replace(String code, String hash) throws IOException {
      mustHaveSpace();
      hashes.add(hash);
    }

    @Override
    public void use(String code) {
      used.add(code);
    }

    private void mustHaveSpace() throws IOException {
      if (full) {
        throw new IOException("no space left on device");
      }
    }
  }

  /** Returns a code whose hash counts as slow, although it takes microseconds. */
  private static PermanentCode slow(String code) {
    var password = new PBEKeySpec(code.toCharArray(), SALT, 2, 256);
    SecretKey hash =
        Unchecked.get(
            () -> SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(password));
    Base64.Encoder base64 = Base64.getEncoder();
    String salt = base64.encodeToString(SALT);
    return PermanentCode.parse(
        "pbkdf2-sha256$2$" + salt + '$' + base64.encodeToString(hash.getEncoded()));
  }

  private OwnerCode code(String text, String filter) {
    return new OwnerCode(slow(text), Optional.ofNullable(filter), disk, random);
  }

  /** A filter lets one of 65,536 wrong codes pass. */
  private static boolean filters(OwnerCode code) {
    return IntStream.range(0, 20).filter(i -> code.mayMatch("wrong code " + i)).count() < 3;
  }

  @Test
  void needsSlowHashOnlyOnce() {
    OwnerCode code = code(GENERATED, null);
    assertTrue(code.slow());
    assertFalse(filters(code));
    assertFalse(code.matches("another code"));
    assertTrue(code.slow());
    assertEquals(List.of(), disk.used);
    assertTrue(code.matches(GENERATED));
    assertFalse(code.slow());
    assertTrue(code.matches(GENERATED));
    assertFalse(code.matches("another code"));
    assertEquals(List.of(GENERATED, GENERATED), disk.used);
    assertEquals(1, disk.filters.size());
    assertTrue(filters(code));
    assertTrue(code.mayMatch(GENERATED));
  }

  @Test
  void filtersWithStoredFilterOfThisHash() {
    code(GENERATED, null).learn(GENERATED);
    OwnerCode restarted = code(GENERATED, disk.filters.getFirst());
    assertTrue(filters(restarted));
    assertTrue(restarted.mayMatch(GENERATED));
    restarted.learn(GENERATED);
    assertFalse(restarted.slow());
    assertEquals(1, disk.filters.size(), "written once");
  }

  @Test
  void comparesStoredTextWithoutSlowHash() {
    code(GENERATED, null).learn(GENERATED);
    // The filter belongs to the salt, so that only a slow comparison notices the hash's damage.
    OwnerCode damaged =
        new OwnerCode(slow("another code"), Optional.of(disk.filters.getFirst()), disk, random);
    assertTrue(damaged.isProbably(GENERATED));
    assertFalse(damaged.isProbably("another code"));
    OwnerCode unfiltered = code(GENERATED, null);
    assertTrue(unfiltered.isProbably(GENERATED));
    assertFalse(unfiltered.isProbably("another code"));
    assertEquals(List.of(), disk.used, "a comparison is no use");
  }

  @Test
  void storesNoFilterOfChosenCode() {
    OwnerCode code = code("chosen by the owner", null);
    assertTrue(code.matches("chosen by the owner"));
    assertEquals(List.of(), disk.filters);
    assertFalse(code.slow());
  }

  @Test
  void acceptsPreviousCodeOfSettings() {
    var now = PermanentCode.given("the new code", random);
    var before = PermanentCode.given("the old code", random);
    OwnerCode code = OwnerCode.given(now, Optional.of(before), random);
    assertFalse(code.slow());
    assertTrue(code.matches("the new code"));
    assertTrue(code.matches("the old code"));
    assertFalse(code.matches("another code"));
    assertFalse(OwnerCode.given(now, Optional.empty(), random).matches("the old code"));
    ApiException refused = assertThrows(ApiException.class, code::reset);
    assertEquals(ErrorCode.REQUEST_INVALID, refused.failure().code());
  }

  @Test
  void replacesCodeAtOnce() {
    OwnerCode code = code(GENERATED, null);
    String next = code.reset();
    assertNotEquals(GENERATED, next);
    assertTrue(PermanentCode.parse(disk.hashes.getFirst()).matches(next));
    assertFalse(code.slow());
    assertTrue(code.matches(next));
    assertFalse(code.matches(GENERATED));
    assertTrue(code.mayMatch(next));
    assertTrue(filters(code));
    assertEquals(1, disk.filters.size());
    code.learn(next);
    assertEquals(1, disk.filters.size());
  }

  @Test
  void rejectsCodeThatIsReplacedMeanwhile() {
    OwnerCode code = code(GENERATED, null);
    disk.whileFilterIsWritten =
        () -> {
          disk.whileFilterIsWritten = () -> {};
          code.reset();
        };
    assertFalse(code.matches(GENERATED));
    assertEquals(List.of(), disk.used);
  }

  @Test
  void keepsCodeThatCannotBeReplaced() {
    OwnerCode code = code(GENERATED, null);
    disk.full = true;
    assertThrows(UncheckedIOException.class, code::reset);
    assertTrue(code.matches(GENERATED));
    assertTrue(filters(code), "in memory");
    assertEquals(List.of(), disk.filters);
  }

  @Test
  void filtersAnyNormalFormOfAccents() {
    CodeFilter filter = CodeFilter.of("caf\u00e9", SALT, random);
    assertTrue(filter.passes("cafe\u0301"));
    CodeFilter read = CodeFilter.parse(filter.stored(), SALT).orElseThrow();
    assertTrue(read.passes("caf\u00e9"));
    assertEquals(filter.stored(), read.stored());
    assertEquals(Optional.empty(), CodeFilter.parse(filter.stored(), new byte[4]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain text",
        "c2FsdA==$AAAA",
        "c2FsdA==$!$AAA=",
        // A key of 31 bytes, and three bytes of a digest
        "c2FsdA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==$AAA=",
        "c2FsdA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=$AAAA",
      })
  void ignoresDamagedFilter(String stored) {
    String whole = "c2FsdA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=$AAA=";
    assertTrue(CodeFilter.parse(whole, SALT).isPresent());
    assertTrue(CodeFilter.parse(stored, SALT).isEmpty());
  }
}
