package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.http.ledger.Hold;
import dev.gatehouse.http.ledger.Hold.Holder;
import dev.gatehouse.http.ledger.Limit.Standing;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import dev.gatehouse.http.ledger.ResourceLedger;
import dev.gatehouse.http.ledger.ResourceLedger.Account;
import dev.gatehouse.security.LocalRateLimit;
import dev.gatehouse.security.RateLimit;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;

/**
 * Charges the connections of a node to their addresses. A TLS connection is charged before its
 * handshake, because a client that never completes one would otherwise hold memory without limit.
 * The handshakes of an address are limited in number and rate, because each costs about a
 * millisecond of CPU. Safe for use by several event loops.
 */
public final class ConnectionCharges {
  private static final AttributeKey<Charge> CHARGE =
      AttributeKey.valueOf(ConnectionCharges.class, "charge");

  private final ResourceLedger ledger;
  private final UnaryOperator<String> counted;
  private final RateLimit.Policy handshakesPerMinute;
  private final LocalRateLimit rates;
  private final SendBuffers buffers;

  /**
   * @param counted returns the key that a socket's address counts against; empty for no limit
   * @param maxHandshakesPerMinute maximum TLS handshakes of one address; 0 for no limit
   * @param maxAddresses maximum addresses whose handshakes are counted
   * @param buffers sizes of the connections' buffers in the kernel
   */
  public ConnectionCharges(
      ResourceLedger ledger,
      UnaryOperator<String> counted,
      int maxHandshakesPerMinute,
      int maxAddresses,
      SendBuffers buffers) {
    this.ledger = ledger;
    this.buffers = buffers;
    this.counted = counted;
    this.handshakesPerMinute =
        new RateLimit.Policy("handshakes", maxHandshakesPerMinute, Duration.ofMinutes(1));
    this.rates = new LocalRateLimit(maxAddresses, System::nanoTime);
  }

  /**
   * Charges a connection until its channel closes, unless it was charged before its handshake.
   *
   * @return false if its address or the node has no more connections
   */
  boolean admit(Channel channel, Holder connection) {
    Charge early = channel.attr(CHARGE).get();
    if (early != null) {
      early.connection = connection;
      return true;
    }
    var charge = new Charge(channel, ledger, key(channel));
    charge.connection = connection;
    return take(charge);
  }

  /**
   * Charges a connection and its TLS handshake, before any byte of the handshake is read.
   *
   * @return false if its address or the node has no more of either
   */
  public boolean beginHandshake(Channel channel, Future<Channel> handshake) {
    String key = key(channel);
    if (!key.isEmpty() && !rates.spend(handshakesPerMinute, key).result().allowed()) {
      ledger.refuse(Resource.HANDSHAKES, Refusal.ADDRESS);
      return false;
    }
    var charge = new Charge(channel, ledger, key);
    if (!take(charge)) {
      return false;
    }
    Hold hold = charge.hold(Resource.HANDSHAKES);
    handshake.addListener(done -> hold.release());
    return hold.grow(1).isEmpty();
  }

  private boolean take(Charge charge) {
    boolean taken = charge.take();
    if (taken) {
      buffers.assign(charge.channel);
    }
    return taken;
  }

  private String key(Channel channel) {
    if (channel.remoteAddress() instanceof InetSocketAddress peer && peer.getAddress() != null) {
      return counted.apply(peer.getAddress().getHostAddress());
    }
    return "";
  }

  /** Connection that an address holds from its acceptance to the end of its channel. */
  private static final class Charge implements Holder {
    private final Channel channel;
    private final ResourceLedger ledger;
    private final Account account;
    private final long accepted = System.nanoTime();

    /** HTTP connection; null during the TLS handshake. */
    private volatile Holder connection;

    Charge(Channel channel, ResourceLedger ledger, String key) {
      this.channel = channel;
      this.ledger = ledger;
      this.account = ledger.open(key);
    }

    boolean take() {
      Hold hold = hold(Resource.CONNECTIONS);
      if (hold.grow(1).isPresent()) {
        ledger.close(account);
        return false;
      }
      channel.attr(CHARGE).set(this);
      channel
          .closeFuture()
          .addListener(closed -> {
            hold.release();
            ledger.close(account);
          });
      return true;
    }

    Hold hold(Resource resource) {
      return ledger.hold(resource, account, Standing.ANONYMOUS, this);
    }

    @Override
    public long lastProgress() {
      Holder now = connection;
      return now == null ? accepted : now.lastProgress();
    }

    @Override
    public void evict() {
      Holder now = connection;
      if (now == null) {
        channel.close();
      } else {
        now.evict();
      }
    }
  }
}
