package dev.gatehouse.cluster;

import module java.base;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;

/** Clients that accept any certificate. */
public final class Trusting implements X509TrustManager {
  /** Returns a client without a certificate. */
  public static SSLContext everybody() throws GeneralSecurityException {
    return context(null);
  }

  /** Returns a client that presents a certificate. */
  public static SSLContext presenting(PrivateKey key, Certificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry("node", key, new char[0], new Certificate[] {certificate});
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, new char[0]);
    return context(managers.getKeyManagers());
  }

  /** Returns a client that presents the certificate of a secret. */
  public static SSLContext knowing(String secret) throws IOException, GeneralSecurityException {
    var derived = SecretCertificate.of(secret);
    return presenting(derived.key(), derived.certificate());
  }

  private static SSLContext context(KeyManager[] keys) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {new Trusting()}, null);
    return context;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) {}

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
