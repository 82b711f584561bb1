package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import org.junit.jupiter.api.Test;

/** The tests' browser against the example of RFC 8291, appendix A. */
class PushSubscriberTest {
  @Test
  void decryptsRfc8291Example() throws Exception {
    ECPublicKey own =
        PushSubscriber.fresh()
            .publicKey(
                decoded(
                    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"));
    var scalar = new BigInteger(1, decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"));
    var browser =
        new PushSubscriber(
            KeyFactory.getInstance("EC")
                .generatePrivate(new ECPrivateKeySpec(scalar, own.getParams())),
            own,
            decoded("BTBZMqHH6r4Tts7J_aSIgg"));
    assertEquals(
        "When I grow up, I want to be a watermelon",
        browser.open(
            decoded(
                "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
                    + "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyou"
                    + "BWLVWGNWQexSgSxsj_Qulcy4a-fN")));
  }

  private static byte[] decoded(String text) {
    return Base64.getUrlDecoder().decode(text);
  }
}
