package dev.gatehouse.http.exchange;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleStateEvent;

/**
 * Keeps the idle timeout from closing a connection on which the client waits for an answer: how
 * long that may take is the operation's own timeout's to say.
 */
final class IdleTimeoutSuspender extends ChannelInboundHandlerAdapter {
  private final ClientConnection connection;

  IdleTimeoutSuspender(ClientConnection connection) {
    this.connection = connection;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (!(event instanceof IdleStateEvent) || !connection.answerDue()) {
      super.userEventTriggered(context, event);
    }
  }
}
