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
 * Detects input that Vert.x would handle outside all stages. For versions other than HTTP/1.0 and
 * 1.1 Vert.x would send a reply that echoes the client's text. For malformed chunks it would close
 * the connection without a reply.
 */
final class FramingFilter extends ChannelInboundHandlerAdapter {
  private final ClientConnection connection;
  private int heads;

  /** Thrown for a request with an unsupported HTTP version. */
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
