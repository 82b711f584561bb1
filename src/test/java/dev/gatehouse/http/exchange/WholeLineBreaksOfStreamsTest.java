package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Input that the available clients do not send: trailers behind a CR, and consecutive streams. */
class WholeLineBreaksOfStreamsTest {
  private final List<String> seen = new ArrayList<>();
  private HeaderLineValidator.OfStreams breaks;

  @BeforeEach
  void twoStreams() throws Http2Exception {
    var connection = new DefaultHttp2Connection(true);
    connection.remote().createStream(3, false);
    connection.remote().createStream(5, false);
    var next =
        new Http2FrameAdapter() {
          @Override
          public int onDataRead(
              ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean last) {
            seen.add(id + data.toString(StandardCharsets.US_ASCII) + (last ? "." : ""));
            return padding;
          }

          @Override
          public void onHeadersRead(
              ChannelHandlerContext context,
              int id,
              Http2Headers headers,
              int padding,
              boolean last) {
            seen.add(id + "headers" + (last ? "." : ""));
          }
        };
    breaks = new HeaderLineValidator.OfStreams(next, connection);
  }

  private void data(int id, String text, boolean last) throws Http2Exception {
    ByteBuf bytes = Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    assertEquals(7, breaks.onDataRead(null, id, bytes, 7, last));
  }

  @Test
  void holdsCarriageReturnUntilNextData() throws Http2Exception {
    data(3, "a\r", false);
    data(5, "b", false);
    data(3, "\r", false);
    data(3, "", true);
    assertEquals(List.of("3a", "5b", "3\r", "3\r."), seen);
  }

  @Test
  void flushesCarriageReturnBeforeTrailers() throws Http2Exception {
    data(3, "a\r", false);
    breaks.onHeadersRead(null, 3, new DefaultHttp2Headers(), 0, true);
    breaks.onHeadersRead(null, 5, new DefaultHttp2Headers(), 0, true);
    assertEquals(List.of("3a", "3\r", "3headers.", "5headers."), seen);
  }

  @Test
  void passesCarriageReturnAtEndOfStream() throws Http2Exception {
    data(3, "a\r", true);
    assertEquals(List.of("3a\r."), seen);
  }
}
