package dev.gatehouse.settings;

import java.time.Duration;

/** Settings of the HTTP listener and its limits. */
public final class Http {
  private final String host;
  private final int port;
  private final String tlsCertificate;
  private final String tlsKey;
  private final Duration idleTimeout;
  private final Duration headTimeout;
  private final Duration bodyTimeout;
  private final TransferRate minUploadRate;
  private final TransferRate minDownloadRate;
  private final Duration maxDuration;
  private final int maxConnections;
  private final int maxConnectionsPerAddress;
  private final int maxHandshakesPerMinute;
  private final Size maxBodyBytes;
  private final Size maxReplyBytes;
  private final int maxUploads;
  private final int maxStreams;
  private final int maxListeners;
  private final Duration heartbeat;

  Http(Section own) {
    host = own.host("host");
    port = own.port("port");
    tlsCertificate = own.text("tlsCertificate");
    tlsKey = own.text("tlsKey");
    idleTimeout = own.duration("idleTimeout");
    headTimeout = own.duration("headTimeout");
    bodyTimeout = own.duration("bodyTimeout");
    minUploadRate = own.rate("minUploadRate");
    minDownloadRate = own.rate("minDownloadRate");
    maxDuration = own.duration("maxDuration");
    maxConnections = own.number("maxConnections", 0);
    maxConnectionsPerAddress = own.number("maxConnectionsPerAddress", 1);
    maxHandshakesPerMinute = own.number("maxHandshakesPerMinute", 0);
    maxBodyBytes = own.size("maxBodyBytes");
    maxReplyBytes = own.size("maxReplyBytes");
    maxUploads = own.number("maxUploads", 0);
    maxStreams = own.number("maxStreams", 0);
    maxListeners = own.number("maxListeners", 0);
    heartbeat = own.duration("heartbeat");
    Check.that(maxDuration.isPositive(), "http.maxDuration must be more than 0");
    Check.that(heartbeat.isPositive(), "http.heartbeat must be more than 0");
    Check.that(
        tlsCertificate.isEmpty() == tlsKey.isEmpty(),
        "http.tlsCertificate and http.tlsKey must be set together");
  }

  /** Returns the address to listen on. */
  public String host() {
    return host;
  }

  /** Returns the port to listen on; 0 for any free port. */
  public int port() {
    return port;
  }

  /** Returns the path of the PEM file; empty without TLS. */
  public String tlsCertificate() {
    return tlsCertificate;
  }

  /** Returns the path of the PEM file; empty without TLS. */
  public String tlsKey() {
    return tlsKey;
  }

  /** Returns the maximum time that a connection may be idle. */
  public Duration idleTimeout() {
    return idleTimeout;
  }

  /** Returns the maximum time for receiving a request's headers. */
  public Duration headTimeout() {
    return headTimeout;
  }

  /** Returns the maximum time for receiving a JSON body. */
  public Duration bodyTimeout() {
    return bodyTimeout;
  }

  /** The minimum rate of an upload; a slower upload is rejected. */
  public TransferRate minUploadRate() {
    return minUploadRate;
  }

  /** The minimum rate at which a client must take a reply; a slower client is disconnected. */
  public TransferRate minDownloadRate() {
    return minDownloadRate;
  }

  /** Returns the maximum duration of a request with its reply, except an event stream. */
  public Duration maxDuration() {
    return maxDuration;
  }

  /** Returns the maximum number of connections; 0 if the memory decides. */
  public int maxConnections() {
    return maxConnections;
  }

  /** Returns the maximum number of connections of one address; trusted proxies are exempt. */
  public int maxConnectionsPerAddress() {
    return maxConnectionsPerAddress;
  }

  /** Returns the maximum TLS handshakes of one address in a minute; 0 for no limit. */
  public int maxHandshakesPerMinute() {
    return maxHandshakesPerMinute;
  }

  /** Returns the maximum bytes of replies that wait for their clients; 0 if the memory decides. */
  public Size maxReplyBytes() {
    return maxReplyBytes;
  }

  /** Returns the maximum memory of bodies; 0 if the node's memory decides. */
  public Size maxBodyBytes() {
    return maxBodyBytes;
  }

  /** Returns the maximum number of concurrent uploads; 0 if the memory decides. */
  public int maxUploads() {
    return maxUploads;
  }

  /**
   * Returns the maximum number of downloads that are generated while they are sent; 0 if the memory
   * decides.
   */
  public int maxStreams() {
    return maxStreams;
  }

  /** Returns the maximum number of open event streams; 0 if the memory decides. */
  public int maxListeners() {
    return maxListeners;
  }

  /** Returns the interval between two keep-alive comments of an event stream. */
  public Duration heartbeat() {
    return heartbeat;
  }

  /** Returns the scheme and host on which the node listens, as in a URL without a port. */
  public String address() {
    return scheme() + "://" + bracketedHost();
  }

  public String scheme() {
    return tls() ? "https" : "http";
  }

  /** Returns the host as in a URL, which has an IPv6 address in brackets. */
  public String bracketedHost() {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /** Returns whether the node terminates TLS itself. */
  public boolean tls() {
    return !tlsKey.isEmpty();
  }
}
