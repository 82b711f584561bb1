package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerUrlTest {
  @ParameterizedTest
  @CsvSource({
    "a:b, a, b", "a:b:c, a, b:c", "a:b:, a, b:",
    "a, a, ''", "a:, a, ''", ":b, '', b",
    "a+b%40c:d+%3A, a+b@c, d+:"
  })
  void decodesLogins(String login, String name, String password) {
    assertEquals(
        Optional.of(new ServerUrl.Login(name, password)),
        ServerUrl.login(URI.create("redis://" + login + "@localhost:1")));
  }

  @Test
  void returnsNoLoginAndTheUsualPort() {
    URI url = URI.create("smtp://localhost");
    assertEquals(Optional.empty(), ServerUrl.login(url));
    assertEquals(587, ServerUrl.port(url, 587));
    assertEquals(587, ServerUrl.port(URI.create("smtp://localhost:0"), 587));
    assertEquals(25, ServerUrl.port(URI.create("smtp://localhost:25"), 587));
  }
}
