package dev.gatehouse.formats;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Link targets: which are accepted, in which form, and which are rejected. And the logins and ports
 * in URLs of servers.
 */
class WebAddressTest {
  @ParameterizedTest
  @Words(
      """
      https://example.org http://example.org/ HTTPS://Example.ORG/Path?q=a%20b#there
      https://example.org:8443/a;b=c/d?e=f&g=[1] https://sub_domain.example.org/x http://203.0.113.7/x
      http://[2001:db8::1]:8080/x https://xn--bcher-kva.example/ https://example.org/?next=javascript:alert(1)
      https://пример.рф/
      """)
  void whatIsPlainStaysAsItIs(String text) {
    String taken = WebAddress.parse(text).text();
    if (text.chars().allMatch(c -> c < 0x80)) {
      assertEquals(text, taken);
    }
    assertTrue(URI.create(taken).isAbsolute());
  }

  @ParameterizedTest
  @CsvSource({
    "https://bücher.example/straße?q=ä, https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A4",
    "https://пример.рф/, https://xn--e1afmkfd.xn--p1ai/",
    "https://日本語ひらがな.jp/, https://xn--v8j0cwa6g1563acvb2w6i.jp/",
    "https://한국.kr/, https://xn--3e0b707e.kr/",
    "https://łódź.pl/, https://xn--d-uga0v4h.pl/",
    "https://почта.ru/, https://xn--80a1acny.ru/",
    "https://сосна.ru/, https://xn--80azclb.ru/",
    "https://日-本09.jp/, https://xn---09-s08fm0d.jp/",
    "https://हिन्दी.भारत/, https://xn--j2bd4cyah0f.xn--h2brj9c/",
    "https://example.org/日本, https://example.org/%E6%97%A5%E6%9C%AC",
    "https://example.org/a|b c?q={x}|^`<y>#a b, https://example.org/a%7Cb%20c?q=%7Bx%7D%7C%5E%60%3Cy%3E#a%20b",
    "https://example.org/[1]?a[]=[2], https://example.org/%5B1%5D?a[]=[2]",
    "https://example.org/100%?q=%zz&r=%2, https://example.org/100%25?q=%25zz&r=%252",
    "https://example.org/#a#b, https://example.org/#a%23b",
    "https://example.org/می\u200Cخواهم, https://example.org/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85",
    "' https://example.org/ ', https://example.org/",
    "https://i❤️.ws/, https://xn--i-7iq.ws/",
    "https://🎸.example/, https://xn--pl8h.example/",
    "https://example.org/\u202Egpj.exe, https://example.org/%E2%80%AEgpj.exe",
    "https://👉hello.ws/x, https://xn--hello-px04d.ws/x",
  })
  void encodesNonAsciiCharacters(String text, String ascii) {
    assertEquals(ascii, WebAddress.parse(text).text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "javascript:alert(1)",
        "JavaScript:alert(1)", "java\tscript:alert(1)",
        "\u0001javascript:alert(1)", "https://example.org/\r\nSet-Cookie:a=b",
        "data:text/html,<script>", "vbscript:x",
        "file:///etc/passwd", "ftp://example.org/",
        "//example.org/", "/path",
        "example.org", "https:example.org",
        "https:/example.org", "https:///example.org",
        "https:\\\\example.org", "https://example.org\\@evil.example",
        "https://example.org@evil.example/", "https://user:password@example.org/",
        "https://", "https://:80/",
        "https://example.org:0/", "https://example.org:65536/",
        "https://example.org:99999999999/", "https://example.org:80:80/",
        "https://exam%70le.org/", "https://example..org/",
        "https://-a.example/", "https://[::1/",
        "https://[:::]/", "https://[::ffff:999.1.1.1]/",
        "http://2130706433/", "http://0x7f000001/",
        "http://0x7f.1/", "http://127.1/",
        "http://0177.0.0.1/", "http://127.0.0.1.1/",
        "http://1.2.3.256/", "https://exam\u200Bple.org/",
        "https://example.org/\uD800",
      })
  void whatMisleadsIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> WebAddress.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "https://a@example.org, must not have user info before its host",
    "https://@example.org, must not have user info before its host",
    "https://:80, must have a host",
    "ftp://example.org, must be an http or https address",
    "https://exa mple.org/, must not have spaces or invisible characters in its host",
    "https://exa\u200Bmple.org/, must not have spaces or invisible characters in its host",
    "https://good.example\\@evil.example/, must not have control characters or backslashes",
    "'https://example.org/a\nb', must not have control characters or backslashes",
    "https://example.org:0, must have a port between 1 and 65535",
    "https://1.2.3, must have an IPv4 host in dotted decimal form",
    "https://a_.b-, must have a host that is one",
    "https://xn--a.com, must have a host with readable characters",
    "https://аpple.com, must have a host that does not pass for another",
    "https://exa\u0301mple.com, must have a host without confusable characters",
  })
  void namesFault(String text, String message) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> WebAddress.parse(text)).getMessage());
  }

  /**
   * Each looks like an ASCII name in some font, or like a name with a path. The last six are not
   * normalized since Unicode 8, which java.net.IDN does not know.
   */
  @ParameterizedTest
  @Words(
      """
      аpple.com xn--pple-43d.com аррӏе.com xn--80ak6aa92e.com gοοgle.com ɡoogle.com gооgle.com googlе.com раураӏ.com
      ｇｏｏｇｌｅ.com faceb\u014Dok\u0131.com paypaı.com examplе.org ехамрӏе.org αβ.com gọọgle.com exa\u0301mple.com
      example.org⁄path.evil.example example.org∕path.evil.example example。evil.example example．org ①.example ⅼ.example
      ᎪᏢᏢᏞᎬ.com xn--.com xn--a.com faß.de 日本語abc.jp ʟogin.example приветꚜ.ru 日本⁄語.jp 日本☃.jp 日本+.jp 日本~.jp שלוםسلام.com
      """)
  void aHostThatPassesForAnotherIsRefused(String host) {
    assertThrows(
        IllegalArgumentException.class, () -> WebAddress.parse("https://" + host + "/"), host);
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/r/a, /r/a", "https://h//r///a, /r/a", "https://h/%72/a, /r/a",
    "https://h/%2572/a, /r/a", "https://h/x/../r/./a, /r/a", "https://h/x/%2e%2e/r/a, /r/a",
    "https://h/%5cr%5Ca, /r/a", "https://h/..%2fr/a?b=/c, /r/a", "https://h, /",
    "https://h?x=/r/a, /", "https://h/a+b, /a+b", "https://h/%25252525, /%25",
    "https://h/%25zz, /%zz", "https://h/e\u0301, /e\u0301",
  })
  void normalizesPath(String text, String path) {
    assertEquals(path, WebAddress.parse(text).path());
  }

  @ParameterizedTest
  @CsvSource({
    "http://Example.ORG/, example.org, 80",
    "HTTPS://example.org./, example.org, 443",
    "http://example.org:1/, example.org, 1",
    "https://example.org:65535/, example.org, 65535",
    "http://[2001:DB8::1]/, [2001:db8::1], 80",
    "https://bücher.example:8443/, xn--bcher-kva.example, 8443",
  })
  void returnsHostAndPort(String text, String host, int port) {
    WebAddress address = WebAddress.parse(text);
    assertEquals(host, address.host());
    assertEquals(port, address.port());
  }

  @Test
  void limitsLengths() {
    String start = "https://h/";
    String longest = start + "a".repeat(2_048 - start.length());
    assertEquals(longest, WebAddress.parse(longest).text());
    assertThrows(IllegalArgumentException.class, () -> WebAddress.parse(longest + "a"));
    // Each letter becomes nine characters, of which the URL may have 8,192.
    int left = 8_192 - start.length();
    String encoded = start + "日".repeat(left / 9) + "a".repeat(left % 9);
    assertEquals(8_192, WebAddress.parse(encoded).text().length());
    String longer = encoded + "a";
    assertThrows(IllegalArgumentException.class, () -> WebAddress.parse(longer));
    String host = ("a".repeat(49) + '.').repeat(5);
    assertEquals(253, WebAddress.parse("https://" + host + "org").host().length());
    assertThrows(
        IllegalArgumentException.class, () -> WebAddress.parse("https://" + host + "orgs"));
    String label = "b".repeat(63);
    assertEquals(label, WebAddress.parse("https://" + label).host());
    assertThrows(IllegalArgumentException.class, () -> WebAddress.parse("https://b" + label));
  }

  /** Every text is accepted or rejected with a message. An accepted text is an ASCII URI. */
  @Test
  void acceptsOrRejectsRandomText() {
    var random = new Random(12);
    String alphabet = "htps:/.@[]%?#\\аα日ß0x\u0000\u200B\uD800-_~ 1";
    for (int i = 0; i < 20_000; i++) {
      String noise =
          random
              .ints(random.nextInt(24), 0, alphabet.length())
              .mapToObj(at -> alphabet.substring(at, at + 1))
              .collect(Collectors.joining());
      String text = i % 2 == 0 ? noise : "https://" + noise;
      try {
        String taken = WebAddress.parse(text).text();
        assertTrue(taken.chars().allMatch(c -> c > ' ' && c < 0x7f), taken);
        assertTrue(URI.create(taken).getRawAuthority() != null, taken);
      } catch (IllegalArgumentException e) {
        assertTrue(e.getMessage().startsWith("must "), text + ": " + e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a:b, a, b", "a:b:c, a, b:c", "a:b:, a, b:",
    "a, a, ''", "a:, a, ''", ":b, '', b",
    "a+b%40c:d+%3A, a+b@c, d+:"
  })
  void decodesLoginsOfServers(String login, String name, String password) {
    assertEquals(
        Optional.of(new ServerUrl.Login(name, password)),
        ServerUrl.login(URI.create("redis://" + login + "@localhost:1")));
  }

  @Test
  void returnsNoLoginAndTheUsualPortOfServers() {
    URI url = URI.create("smtp://localhost");
    assertEquals(Optional.empty(), ServerUrl.login(url));
    assertEquals(587, ServerUrl.port(url, 587));
    assertEquals(587, ServerUrl.port(URI.create("smtp://localhost:0"), 587));
    assertEquals(25, ServerUrl.port(URI.create("smtp://localhost:25"), 587));
  }
}
