package dev.gatehouse.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.NamedParameterSpec;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Key and certificate that follow from a secret, so that all nodes with the secret have the same
 * ones. A peer with this certificate has proved that it knows the secret. The certificate does not
 * expire.
 */
record SecretCertificate(PrivateKey key, X509Certificate certificate) {
  private static final String CURVE = "Ed25519";
  private static final String PURPOSE = "gatehouse cluster certificate 1";

  private static final int BOOLEAN = 0x01;
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT_ID = 0x06;
  private static final int UTF8_STRING = 0x0c;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int VERSION = 0xa0;
  private static final int EXTENSIONS = 0xa3;
  private static final int SHORT_LENGTH = 0x80;

  private static final byte[] TRUE = der(BOOLEAN, new byte[] {-1});

  /** 1.3.101.112 */
  private static final byte[] ALGORITHM =
      der(SEQUENCE, der(OBJECT_ID, HexFormat.of().parseHex("2b6570")));

  /** 2.5.4.3 */
  private static final byte[] COMMON_NAME = der(OBJECT_ID, HexFormat.of().parseHex("550403"));

  /** 2.5.29.19 */
  private static final byte[] CONSTRAINTS = der(OBJECT_ID, HexFormat.of().parseHex("551d13"));

  /** Derives both from a secret. */
  static SecretCertificate of(String secret) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(ascii(secret), mac.getAlgorithm()));
      var generator = KeyPairGenerator.getInstance(CURVE);
      generator.initialize(NamedParameterSpec.ED25519, new Derived(mac.doFinal(ascii(PURPOSE))));
      KeyPair pair = generator.generateKeyPair();
      byte[] content = content(pair.getPublic().getEncoded());
      var signature = Signature.getInstance(CURVE);
      signature.initSign(pair.getPrivate());
      signature.update(content);
      byte[] signed = der(BIT_STRING, new byte[1], signature.sign());
      byte[] whole = der(SEQUENCE, content, ALGORITHM, signed);
      var factory = CertificateFactory.getInstance("X.509");
      var certificate =
          (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(whole));
      return new SecretCertificate(pair.getPrivate(), certificate);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK lacks " + CURVE, e);
    }
  }

  /** Returns the part that is signed. The certificate is its own authority. */
  private static byte[] content(byte[] publicKey) {
    byte[] name =
        der(
            SEQUENCE,
            der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, ascii("Gatehouse cluster")))));
    byte[] validity =
        der(
            SEQUENCE,
            der(UTC_TIME, ascii("000101000000Z")),
            der(GENERALIZED_TIME, ascii("99991231235959Z")));
    byte[] authority = der(SEQUENCE, CONSTRAINTS, TRUE, der(OCTET_STRING, der(SEQUENCE, TRUE)));
    return der(
        SEQUENCE,
        der(VERSION, der(INTEGER, new byte[] {2})),
        der(INTEGER, new byte[] {1}),
        ALGORITHM,
        name,
        validity,
        name,
        publicKey,
        der(EXTENSIONS, der(SEQUENCE, authority)));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns an element of DER: its tag, its length, its content. */
  private static byte[] der(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    var element = new ByteArrayOutputStream();
    element.write(tag);
    if (length >= SHORT_LENGTH) {
      byte[] digits = HexFormat.of().parseHex(HexFormat.of().toHexDigits((short) length));
      element.write(SHORT_LENGTH + digits.length);
      element.writeBytes(digits);
    } else {
      element.write(length);
    }
    element.writeBytes(content.toByteArray());
    return element.toByteArray();
  }

  /** Source of the bytes from which a key is generated. */
  private static final class Derived extends SecureRandom {
    private final byte[] bytes;

    Derived(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void nextBytes(byte[] target) {
      if (target.length != bytes.length) {
        throw new IllegalStateException("a key of " + target.length + " bytes");
      }
      System.arraycopy(bytes, 0, target, 0, target.length);
    }
  }
}
