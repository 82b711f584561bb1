package dev.gatehouse.http.exchange;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Makes a request of another version than HTTP/1.0 and 1.1 a malformed one. Vert.x itself would
 * answer it, past all stages and with the client's own words for a version; it has no other hook.
 */
@Sharable
public final class Versions extends ChannelInboundHandlerAdapter {
  private static final String DECODER = "httpDecoder";

  /** The version that was asked for is none that is spoken here. */
  static final class UnknownVersionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownVersionException() {
      super("unknown HTTP version", null, false, false);
    }
  }

  /** Watches over a new connection; one of HTTP/2 names no versions. */
  public void watch(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      ChannelPipeline pipeline = server.channelHandlerContext().pipeline();
      if (pipeline.get(DECODER) != null) {
        pipeline.addAfter(DECODER, "versions", this);
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request && !spoken(request.protocolVersion())) {
      request.setProtocolVersion(HttpVersion.HTTP_1_1);
      request.setDecoderResult(DecoderResult.failure(new UnknownVersionException()));
    }
    context.fireChannelRead(message);
  }

  private static boolean spoken(HttpVersion version) {
    return version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0);
  }
}
