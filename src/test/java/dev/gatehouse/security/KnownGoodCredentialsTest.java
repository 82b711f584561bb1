package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KnownGoodCredentialsTest {
  private final KnownGoodCredentials proven = new KnownGoodCredentials(3);

  @Test
  void remembersCredentialPerAddress() {
    proven.remember("1.2.3.4", "key");
    proven.remember("1.2.3.4", "token");
    assertTrue(proven.holds("1.2.3.4", "key"));
    assertTrue(proven.holds("1.2.3.4", "token"));
    assertFalse(proven.holds("1.2.3.5", "key"));
    proven.forget("1.2.3.4");
    assertFalse(proven.holds("1.2.3.4", "key"));
    assertFalse(proven.holds("1.2.3.4", "token"));
  }

  @Test
  void limitsAddressesAndCredentials() {
    for (int i = 0; i < 100; i++) {
      proven.remember("1.2.3.4", "token-" + i);
    }
    assertEquals(
        8, IntStream.range(0, 100).filter(i -> proven.holds("1.2.3.4", "token-" + i)).count());
    assertTrue(proven.holds("1.2.3.4", "token-99"));
    for (int i = 0; i < 100; i++) {
      proven.remember("5.6.7." + i, "key");
    }
    assertTrue(IntStream.range(0, 100).filter(i -> proven.holds("5.6.7." + i, "key")).count() <= 3);
    assertTrue(proven.holds("5.6.7.99", "key"));
  }
}
