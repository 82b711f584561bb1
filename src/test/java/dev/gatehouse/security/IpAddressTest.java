package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link IpAddress}, and the private networks of {@link CidrSet}. */
class IpAddressTest {
  private static Optional<String> text(String literal) {
    return IpAddress.parse(literal).map(IpAddress::text);
  }

  @ParameterizedTest
  @CsvSource({
    "1.2.3.4, 1.2.3.4", "' 1.2.3.4 ', 1.2.3.4",
    "1.2.3.4:0, 1.2.3.4", "1.2.3.4:99999, 1.2.3.4",
    "::1, ::1", "::1%eth0, ::1",
    "[::1], ::1", "[::1]:9, ::1",
    "[::1%eth0]:443, ::1", "64:ff9b::1.2.3.4, 64:ff9b::102:304",
    "::ffff:1.2.3.4, 1.2.3.4", "1:2:3:4:5:6:7.8.9.10, 1:2:3:4:5:6:708:90a",
  })
  void readsLiteralsWithPortAndZone(String literal, String text) {
    assertEquals(Optional.of(text), text(literal));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "localhost", "1.2.3", "1.2.3.4:", "1.2.3.4:100000", "1.2.3.4:8a",
        "1.2.3.4:/", "1.2.3.4:-1", "1.2.3.4%eth0", ":", ":80", "[", "[]",
        "[::1", "[::1]9", "[::1]:", "[::1]:x", "[1.2.3.4]", "[1.2.3.4]:80", "]",
        "::1]", "64:ff9b::1.2.3", "64:ff9b::1.2.3.4.5", "1.2.3.4::", "::1.2.3.4:5", ":1.2.3.4"
      })
  void rejectsOtherTexts(String literal) {
    assertEquals(Optional.empty(), IpAddress.parse(literal));
  }

  @Test
  void limitsLength() {
    String zone = "::1%" + "e".repeat(60);
    assertEquals(Optional.of("::1"), text(zone));
    assertEquals(Optional.empty(), text(zone + "e"));
  }

  /** An IPv4 address behind NAT64 counts by itself only if it is in public use. */
  @ParameterizedTest
  @CsvSource({
    "0.255.1.1, false", "1.0.0.1, true", "9.1.1.1, true", "10.1.1.1, false",
    "11.1.1.1, true", "100.63.1.1, true", "100.64.1.1, false", "100.127.1.1, false",
    "100.128.1.1, true", "127.1.1.1, false", "169.253.1.1, true", "169.254.1.1, false",
    "172.15.1.1, true", "172.16.1.1, false", "172.31.1.1, false", "172.32.1.1, true",
    "192.167.1.1, true", "192.168.1.1, false", "223.255.1.1, true", "224.0.0.1, false",
  })
  void countsPublicAddressesBehindNat64(String address, boolean counted) {
    String key = IpAddress.parse("64:ff9b::" + address).orElseThrow().key();
    assertEquals(counted ? address : "64:ff9b::/64", key);
  }

  @Test
  void recognizesPrivateNetworks() throws UnknownHostException {
    for (String address : List.of("127.0.0.1", "10.9.9.9", "fe80::1", "::1", "100.64.0.1")) {
      assertTrue(CidrSet.isPrivate(InetAddress.getByName(address)), address);
    }
    for (String address : List.of("203.0.113.1", "2001:db8::1", "100.63.0.1")) {
      assertFalse(CidrSet.isPrivate(InetAddress.getByName(address)), address);
    }
  }
}
