package dev.gatehouse.store;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
  @TempDir Path dataDir;

  private Secrets open() throws IOException {
    return new Secrets(dataDir, new SecureRandom());
  }

  private String mode(String path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(dataDir.resolve(path)));
  }

  @Test
  void createsSecretOnceWithPrivateMode() throws IOException {
    assertFalse(open().holds("jwt-secret"));
    String secret = open().random("jwt-secret");
    assertEquals(64, secret.length());
    assertTrue(open().holds("jwt-secret"));
    assertEquals(secret, open().random("jwt-secret"));
    assertNotEquals(secret, open().random("code-pepper"));
    assertEquals("rwx------", mode("secrets"));
    assertEquals("rw-------", mode("secrets/jwt-secret"));
    try (Stream<Path> files = Files.list(dataDir.resolve("secrets"))) {
      assertEquals(
          List.of("code-pepper", "jwt-secret"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void restrictsModeOfReadableSecret() throws IOException {
    String secret = open().random("jwt-secret");
    Path file = dataDir.resolve("secrets/jwt-secret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertEquals(secret, open().random("jwt-secret"));
    assertEquals("rw-------", mode("secrets/jwt-secret"));
    assertEquals("rwx------", mode("secrets"));
  }

  @Test
  void ignoresDraftOfInterruptedStart() throws IOException {
    open();
    Files.writeString(dataDir.resolve("secrets/jwt-secret.new"), "half");
    assertEquals(64, open().random("jwt-secret").length());
  }

  @Test
  void rejectsEmptySecretFile() throws IOException {
    open();
    Files.writeString(dataDir.resolve("secrets/jwt-secret"), "\n");
    IOException refused = assertThrows(IOException.class, () -> open().random("jwt-secret"));
    assertTrue(refused.getMessage().contains("jwt-secret is empty"), refused.getMessage());
  }

  @Test
  void keepsFirstValue() throws IOException {
    assertEquals("first", open().keep("permanent-code", () -> "first"));
    assertEquals("first", open().keep("permanent-code", () -> "second"));
  }
}
