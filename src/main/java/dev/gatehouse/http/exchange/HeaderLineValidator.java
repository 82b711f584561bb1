package dev.gatehouse.http.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * Handlers that keep a chunk of a body, except the last, from ending in CR. The CR is held back and
 * prepended to the next chunk.
 *
 * <p>Netty's form decoder counts a chunk's last CR as part of the file, although it may begin the
 * closing boundary (netty issue 17383). About one in several thousand uploads had an extra byte.
 */
final class HeaderLineValidator {
  private HeaderLineValidator() {}

  /**
   * Installs the handler on a new connection.
   *
   * @param decoder name of the handler that decodes HTTP/1 messages
   */
  static void watch(ChannelPipeline pipeline, String decoder) {
    Http2ConnectionHandler streams = pipeline.get(Http2ConnectionHandler.class);
    if (streams != null) {
      streams
          .decoder()
          .frameListener(new OfStreams(streams.decoder().frameListener(), streams.connection()));
    } else if (pipeline.get(decoder) != null) {
      pipeline.addAfter(decoder, "line breaks", new OfMessages());
    }
  }

  private static boolean endsInCr(ByteBuf bytes) {
    return bytes.isReadable() && bytes.getByte(bytes.writerIndex() - 1) == '\r';
  }

  /**
   * Returns the bytes, preceded by the held CR, and without their own last CR if it must be held.
   */
  private static ByteBuf piece(boolean held, ByteBuf bytes, boolean hold) {
    int length = bytes.readableBytes() - (hold ? 1 : 0);
    ByteBuf piece = Unpooled.buffer(1 + length);
    if (held) {
      piece.writeByte('\r');
    }
    return piece.writeBytes(bytes, bytes.readerIndex(), length);
  }

  /** Handler for HTTP/1, where the bodies of a connection arrive one after the other. */
  private static final class OfMessages extends ChannelInboundHandlerAdapter {
    private boolean held;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (!(message instanceof HttpContent content)) {
        context.fireChannelRead(message);
        return;
      }
      boolean hold = !(message instanceof LastHttpContent) && endsInCr(content.content());
      if (!held && !hold) {
        context.fireChannelRead(message);
        return;
      }
      ByteBuf piece = piece(held, content.content(), hold);
      held = hold;
      HttpContent whole = content.replace(piece);
      content.release();
      context.fireChannelRead(whole);
    }
  }

  /** Handler for HTTP/2, where each stream has a body. */
  static final class OfStreams extends Http2FrameListenerDecorator {
    private final Http2Connection connection;
    private final Http2Connection.PropertyKey held;

    OfStreams(Http2FrameListener next, Http2Connection connection) {
      super(next);
      this.connection = connection;
      this.held = connection.newKey();
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean last)
        throws Http2Exception {
      boolean hold = !last && endsInCr(data);
      boolean before = release(id);
      if (!before && !hold) {
        return super.onDataRead(context, id, data, padding, last);
      }
      Http2Stream stream = connection.stream(id);
      if (hold && stream != null) {
        stream.setProperty(held, true);
      }
      return super.onDataRead(context, id, piece(before, data, hold), padding, last);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean last)
        throws Http2Exception {
      flush(context, id);
      super.onHeadersRead(context, id, headers, padding, last);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int id,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean last)
        throws Http2Exception {
      flush(context, id);
      super.onHeadersRead(context, id, headers, dependency, weight, exclusive, padding, last);
    }

    /** Passes on a held CR, because trailers end a body. */
    private void flush(ChannelHandlerContext context, int id) throws Http2Exception {
      if (release(id)) {
        super.onDataRead(context, id, piece(true, Unpooled.EMPTY_BUFFER, false), 0, false);
      }
    }

    private boolean release(int id) {
      Http2Stream stream = connection.stream(id);
      return stream != null && stream.removeProperty(held) != null;
    }
  }
}
