package dev.gatehouse.http.exchange;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleStateEvent;

/**
 * Suspends the idle timeout of a connection while its client waits for a reply. The operation's own
 * timeout limits that wait.
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
