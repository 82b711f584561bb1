package dev.gatehouse.formats;

import module java.base;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** Trust managers that accept only the certificates of a PEM file. */
public final class PemTrust {
  private PemTrust() {}

  /**
   * @throws IllegalStateException if the file contains no certificates
   */
  public static TrustManager[] of(Path file) {
    return managers(file, certificates(file));
  }

  /**
   * Returns a trust manager that accepts a server's own certificate under any host name if the file
   * contains it. Other certificates must be issued by one of the file's, for the server's name.
   */
  public static TrustManager pinning(Path file) {
    List<X509Certificate> known = certificates(file);
    return new Pinned(known, (X509ExtendedTrustManager) managers(file, known)[0]);
  }

  private static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> certificates = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      for (var one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        certificates.add((X509Certificate) one);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(file + " holds no certificates: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalStateException(file + " holds no certificate");
    }
    return certificates;
  }

  private static TrustManager[] managers(Path file, List<X509Certificate> certificates) {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (X509Certificate one : certificates) {
        trusted.setCertificateEntry(Integer.toString(trusted.size()), one);
      }
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(trusted);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(file + " cannot be used: " + e.getMessage(), e);
    }
  }

  /** Accepts pinned certificates, and leaves all others to the JDK's trust manager. */
  private static final class Pinned extends X509ExtendedTrustManager {
    private final List<X509Certificate> known;
    private final X509ExtendedTrustManager others;

    Pinned(List<X509Certificate> known, X509ExtendedTrustManager others) {
      this.known = List.copyOf(known);
      this.others = others;
    }

    private boolean isPinned(X509Certificate[] chain) throws CertificateException {
      if (chain.length == 0 || !known.contains(chain[0])) {
        return false;
      }
      chain[0].checkValidity();
      return true;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      if (!isPinned(chain)) {
        others.checkServerTrusted(chain, type, engine);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      if (!isPinned(chain)) {
        others.checkServerTrusted(chain, type, socket);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      if (!isPinned(chain)) {
        others.checkServerTrusted(chain, type);
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      others.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      others.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      others.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return others.getAcceptedIssuers();
    }
  }
}
