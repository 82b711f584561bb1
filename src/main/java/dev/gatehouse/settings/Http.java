package dev.gatehouse.settings;

import java.time.Duration;

/** The settings of how the node listens, and how much it lets in. */
public final class Http {
  private final String host;
  private final int port;
  private final String tlsCertificate;
  private final String tlsKey;
  private final Duration idleTimeout;
  private final Duration headTimeout;
  private final Duration bodyTimeout;
  private final TransferRate minUploadRate;
  private final int maxConnections;
  private final int maxConnectionsPerAddress;
  private final Size maxBodyBytes;
  private final int maxUploads;
  private final int maxStreams;
  private final int maxListeners;
  private final Duration heartbeat;

  Http(Section own) {
    host = own.text("host");
    port = own.port("port");
    tlsCertificate = own.text("tlsCertificate");
    tlsKey = own.text("tlsKey");
    idleTimeout = own.duration("idleTimeout");
    headTimeout = own.duration("headTimeout");
    bodyTimeout = own.duration("bodyTimeout");
    minUploadRate = own.rate("minUploadRate");
    maxConnections = own.number("maxConnections", 1);
    maxConnectionsPerAddress = own.number("maxConnectionsPerAddress", 1);
    maxBodyBytes = own.size("maxBodyBytes");
    maxUploads = own.number("maxUploads", 1);
    maxStreams = own.number("maxStreams", 1);
    maxListeners = own.number("maxListeners", 1);
    heartbeat = own.duration("heartbeat");
    Check.that(heartbeat.isPositive(), "http.heartbeat must be more than nothing");
    Check.that(
        tlsCertificate.isEmpty() == tlsKey.isEmpty(),
        "http.tlsCertificate and http.tlsKey go together");
  }

  /** The address to listen on. */
  public String host() {
    return host;
  }

  /** The port to listen on; 0 takes a free one. */
  public int port() {
    return port;
  }

  /** PEM file; empty without TLS. */
  public String tlsCertificate() {
    return tlsCertificate;
  }

  /** PEM file; empty without TLS. */
  public String tlsKey() {
    return tlsKey;
  }

  /** The time that a connection may be silent. */
  public Duration idleTimeout() {
    return idleTimeout;
  }

  /** The time that a request head may take. */
  public Duration headTimeout() {
    return headTimeout;
  }

  /** The time that a JSON body may take. */
  public Duration bodyTimeout() {
    return bodyTimeout;
  }

  /** The minimum rate of an upload; a slower upload is rejected. */
  public TransferRate minUploadRate() {
    return minUploadRate;
  }

  public int maxConnections() {
    return maxConnections;
  }

  /** Connections of one address; trusted proxies are spared. */
  public int maxConnectionsPerAddress() {
    return maxConnectionsPerAddress;
  }

  /** Bytes of JSON bodies in flight on the node. */
  public Size maxBodyBytes() {
    return maxBodyBytes;
  }

  public int maxUploads() {
    return maxUploads;
  }

  /** Downloads that are made while they are sent. */
  public int maxStreams() {
    return maxStreams;
  }

  /** Open event streams. */
  public int maxListeners() {
    return maxListeners;
  }

  /** The time between two comments that keep an event stream's connection. */
  public Duration heartbeat() {
    return heartbeat;
  }

  /** Returns whether the node speaks TLS itself. */
  public boolean tls() {
    return !tlsKey.isEmpty();
  }
}
