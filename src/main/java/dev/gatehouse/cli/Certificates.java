package dev.gatehouse.cli;

import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Authority and certificates for the nodes of a cluster, as PEM files. The JDK's keytool makes the
 * keys, on the curve P-256, and signs.
 */
public final class Certificates {
  private static final String AUTHORITY = "authority";
  private static final String NODE = "node";
  private static final String PASSWORD = "KEYTOOL_PASSWORD";
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final Path folder;
  private final String password;

  /**
   * @param folder of the files, which only this user can read
   */
  public Certificates(Path folder, SecureRandom random) {
    this.folder = folder;
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    password = HexFormat.of().formatHex(bytes);
  }

  /** Files of one node, and the certificates of the authorities that it accepts. */
  public record NodeFiles(Path certificate, Path key, Path authority) {}

  /**
   * Time in which a certificate is valid.
   *
   * @param start relative to now, in the form of keytool: {@code -1H}
   */
  public record Validity(String start, int days) {}

  /** Returns whether the folder contains an authority. */
  public boolean hasAuthority() {
    return Files.exists(certificate(AUTHORITY)) && Files.exists(key(AUTHORITY));
  }

  /** Returns whether the folder contains a certificate for a node. */
  public boolean has(String node) {
    return Files.exists(certificate(node)) || Files.exists(key(node));
  }

  public Path createAuthority(Validity validity) throws IOException, GeneralSecurityException {
    PrivateFiles.folder(folder);
    Path store = scratch();
    try {
      keytool(
          store,
          AUTHORITY,
          validity,
          "-dname",
          "CN=Gatehouse cluster authority",
          "-ext",
          "bc:c",
          "-ext",
          "ku:c=keyCertSign");
      export(load(store), AUTHORITY, AUTHORITY);
      return certificate(AUTHORITY);
    } finally {
      Files.deleteIfExists(store);
    }
  }

  /** Creates a key for a node, and a certificate that the folder's authority signs. */
  public NodeFiles createNode(String name, Validity validity)
      throws IOException, GeneralSecurityException {
    Path store = scratch();
    try {
      importAuthority(store);
      keytool(
          store,
          NODE,
          validity,
          "-dname",
          "CN=" + name,
          "-signer",
          AUTHORITY,
          "-ext",
          "eku=serverAuth,clientAuth");
      export(load(store), NODE, name);
      return new NodeFiles(certificate(name), key(name), certificate(AUTHORITY));
    } finally {
      Files.deleteIfExists(store);
    }
  }

  private Path certificate(String name) {
    return folder.resolve(name + ".pem");
  }

  private Path key(String name) {
    return folder.resolve(name + "-key.pem");
  }

  /** Returns an unused file name for a key store, which keytool creates. */
  private Path scratch() {
    return folder.resolve("." + HexFormat.of().toHexDigits(System.nanoTime()) + ".p12");
  }

  private void keytool(Path store, String alias, Validity validity, String... more)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-alias", alias, "-keystore", store.toString()));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass:env", PASSWORD));
    command.addAll(
        List.of("-startdate", validity.start(), "-validity", String.valueOf(validity.days())));
    command.addAll(List.of(more));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(PASSWORD, password);
    Process process = builder.start();
    try {
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroy();
    }
  }

  private KeyStore load(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password.toCharArray());
    }
    return keys;
  }

  private void importAuthority(Path store) throws IOException, GeneralSecurityException {
    String text =
        Files.readString(key(AUTHORITY), StandardCharsets.US_ASCII)
            .replaceAll("-----[A-Z ]+-----|\\s", "");
    PrivateKey key =
        KeyFactory.getInstance("EC")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
    Certificate own;
    try (InputStream in = Files.newInputStream(certificate(AUTHORITY))) {
      // While a cluster changes its authority, the older one follows in the file.
      own = CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(AUTHORITY, key, password.toCharArray(), new Certificate[] {own});
    try (OutputStream out = Files.newOutputStream(PrivateFiles.made(store))) {
      keys.store(out, password.toCharArray());
    }
  }

  private void export(KeyStore keys, String alias, String name)
      throws IOException, GeneralSecurityException {
    write(key(name), "PRIVATE KEY", keys.getKey(alias, password.toCharArray()).getEncoded());
    write(certificate(name), "CERTIFICATE", keys.getCertificate(alias).getEncoded());
  }

  private static void write(Path file, String kind, byte[] content) throws IOException {
    Files.writeString(
        PrivateFiles.made(file),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(kind, LINES.encodeToString(content), kind));
  }
}
