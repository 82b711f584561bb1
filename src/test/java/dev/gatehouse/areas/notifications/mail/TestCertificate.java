package dev.gatehouse.areas.notifications.mail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A self-signed certificate created by the JDK's keytool. */
public final class TestCertificate {
  private static final String PASSWORD = "password";

  private final Path store;
  private final Path pem;

  /**
   * @param folder where its two files go
   * @param names what it is for, {@code dns:…} or {@code ip:…}
   */
  public TestCertificate(Path folder, String names) throws IOException, InterruptedException {
    this(folder, names, "EC");
  }

  /**
   * @param algorithm of its key: EC or RSA
   */
  public TestCertificate(Path folder, String names, String algorithm)
      throws IOException, InterruptedException {
    store = folder.resolve("certificate.p12");
    pem = folder.resolve("certificate.pem");
    List<String> generated = new ArrayList<>(List.of("-genkeypair", "-keyalg", algorithm));
    if (algorithm.equals("EC")) {
      // Like the certificates of Let's Encrypt. The JVM needs several times as long for P-384.
      generated.addAll(List.of("-groupname", "secp256r1"));
    }
    generated.addAll(List.of("-dname", "CN=test", "-validity", "2", "-ext", "san=" + names));
    keytool(generated);
    keytool(List.of("-exportcert", "-rfc", "-file", pem.toString()));
  }

  private void keytool(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(arguments);
    command.addAll(List.of("-alias", "a", "-keystore", store.toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
  }

  /** Returns the certificate file for clients that trust it. */
  public Path pem() {
    return pem;
  }

  /** Returns its private key as a PEM file beside the certificate. */
  public Path key() throws IOException, GeneralSecurityException {
    byte[] key = privateKey().getEncoded();
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
    return Files.writeString(
        pem.resolveSibling("key.pem"),
        "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
  }

  /** Returns its private key for signing. */
  public PrivateKey privateKey() throws IOException, GeneralSecurityException {
    return (PrivateKey) keys().getKey("a", PASSWORD.toCharArray());
  }

  /** Returns the TLS context for a server with this certificate. */
  public SSLContext context() throws IOException, GeneralSecurityException {
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys(), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private KeyStore keys() throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }
}
