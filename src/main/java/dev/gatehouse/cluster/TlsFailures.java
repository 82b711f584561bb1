package dev.gatehouse.cluster;

import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;

/** Explains failed handshakes between nodes. */
final class TlsFailures {
  private TlsFailures() {}

  /** Returns the reason in words for the log. */
  static String describe(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof CertificateExpiredException)) {
      root = root.getCause();
    }
    String text = String.valueOf(root.getMessage());
    String lower = text.toLowerCase(Locale.ROOT);
    if (root instanceof CertificateExpiredException || lower.contains("certificate_expired")) {
      return "expired certificate";
    }
    if (root instanceof CertificateNotYetValidException) {
      return "certificate is not valid yet";
    }
    if (lower.contains("certification path") || lower.contains("path does not chain")) {
      return "certificate of another authority";
    }
    if (lower.contains("empty client certificate chain")) {
      return "no certificate";
    }
    if (lower.contains("received fatal alert")) {
      return "the other node rejects this node's certificate: " + text;
    }
    if (lower.contains("not an ssl/tls record")) {
      return "no TLS";
    }
    return root.getClass().getSimpleName() + ": " + text;
  }
}
