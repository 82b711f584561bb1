package dev.gatehouse.http.exchange;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Finds in a connection's bytes what Vert.x would deal with past all stages: another version than
 * HTTP/1.0 and 1.1, which it would answer itself with the client's own words, and chunks that are
 * none, for which it would close without an answer.
 */
final class FramingFilter extends ChannelInboundHandlerAdapter {
  private final ClientConnection connection;
  private int heads;

  /** The version that was asked for is none that is spoken here. */
  static final class UnknownVersionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownVersionException() {
      super("unknown HTTP version", null, false, false);
    }
  }

  FramingFilter(ClientConnection connection) {
    this.connection = connection;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request) {
      heads++;
      if (!spoken(request.protocolVersion())) {
        request.setProtocolVersion(HttpVersion.HTTP_1_1);
        request.setDecoderResult(DecoderResult.failure(new UnknownVersionException()));
      }
    } else if (message instanceof HttpContent content && content.decoderResult().isFailure()) {
      ReferenceCountUtil.release(content);
      connection.breaks(heads);
      context.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
      return;
    }
    context.fireChannelRead(message);
  }

  private static boolean spoken(HttpVersion version) {
    return version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0);
  }
}
