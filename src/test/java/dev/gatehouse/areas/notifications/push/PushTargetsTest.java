package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.Words;
import dev.gatehouse.areas.notifications.push.PushTargets.RefusedException;
import dev.gatehouse.provider.HostNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoints that may be called. */
class PushTargetsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final PushTargets ANY = targets(List.of(), "93.184.216.34");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://push.example.net/x",
        "ftp://push.example.net/x",
        "https://push.example.net:8443/x",
        "https://push.example.net:80/x",
        "https://user@push.example.net/x",
        "https://push.example.net/x#y",
        "https:///x",
        "https:x",
        "//push.example.net/x",
        "push",
        "https://0x7f.1/x",
        "https://push example.net/x",
        "https://push.example.net\\@evil/x"
      })
  void formsThatAreRefused(String endpoint) {
    assertThrows(RefusedException.class, () -> ANY.check(endpoint, PATIENCE));
  }

  @ParameterizedTest
  @Words(
      """
      127.0.0.1 127.9.9.9 0.0.0.0 0.1.2.3 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
      100.127.255.255 192.0.0.1 198.18.0.1 198.19.255.255 224.0.0.1 240.0.0.1 255.255.255.255 ::1 :: fe80::1 fec0::1
      fc00::1 fd12::1 ff02::1 ::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1::1 2002:7f00:1:: 2001:db8::1 2001:0:53aa::1
      100::1
      """)
  void addressesThatAreRefused(String address) {
    PushTargets targets = targets(List.of(), address);
    isRefused(targets);
  }

  private static void isRefused(PushTargets targets) {
    assertThrows(
        RefusedException.class, () -> targets.check("https://push.example.net/x", PATIENCE));
  }

  @ParameterizedTest
  @Words(
      """
      93.184.216.34 1.1.1.1 100.63.255.255 100.128.0.1 172.32.0.1 198.20.0.1 223.255.255.254 2606:4700::1111
      64:ff9b::101:101 2002:101:101::1
      """)
  void addressesThatAreTaken(String address) throws Exception {
    assertEquals(
        InetAddress.getByName(address),
        targets(List.of(), address).check("https://push.example.net/x", PATIENCE).address());
  }

  @Test
  void rejectsHostWithAnyPrivateAddress() {
    PushTargets targets = targets(List.of(), "1.1.1.1", "10.0.0.1");
    isRefused(targets);
  }

  @Test
  void rejectsUnknownHost() {
    var targets =
        new PushTargets(
            List.of(),
            false,
            (host, patience) -> {
              throw new UnknownHostException(host);
            });
    isRefused(targets);
  }

  @Test
  void rejectsHostNotResolvedInTime() {
    var names =
        new HostNames(
            host -> {
              Waiting.on(new CountDownLatch(1));
              return new InetAddress[0];
            },
            1);
    var targets = new PushTargets(List.of(), false, names::resolve);
    RefusedException refused =
        assertThrows(
            RefusedException.class,
            () -> targets.check("https://push.example.net/x", Duration.ofMillis(200)));
    assertEquals("the endpoint's host cannot be found", refused.getMessage());
  }

  @ParameterizedTest
  @Words(
      """
      https://2130706433/x https://localhost/x https://127.1/x https://[::1]/x
      """)
  void loopbackByAnyNameIsRefused(String endpoint) {
    var targets =
        new PushTargets(List.of(), false, new HostNames(InetAddress::getAllByName, 1)::resolve);
    assertThrows(RefusedException.class, () -> targets.check(endpoint, PATIENCE));
  }

  @ParameterizedTest
  @CsvSource({
    "https://fcm.googleapis.com/fcm/send/x,true",
    "https://FCM.googleapis.com/x,true",
    "https://a.push.example/x,true",
    "https://push.example/x,false",
    "https://evilpush.example/x,false",
    "https://fcm.googleapis.com.evil.example/x,false"
  })
  void acceptsOnlyConfiguredHosts(String endpoint, boolean taken) throws Exception {
    PushTargets targets = targets(List.of("fcm.googleapis.com", "*.push.example"), "1.1.1.1");
    if (taken) {
      targets.check(endpoint, PATIENCE);
    } else {
      assertThrows(RefusedException.class, () -> targets.check(endpoint, PATIENCE));
    }
  }

  private static PushTargets targets(List<String> hosts, String... addresses) {
    return new PushTargets(
        hosts,
        false,
        (host, patience) ->
            Arrays.stream(addresses).map(PushTargetsTest::parsed).toArray(InetAddress[]::new));
  }

  private static InetAddress parsed(String address) {
    return Unchecked.get(() -> InetAddress.getByName(address));
  }
}
