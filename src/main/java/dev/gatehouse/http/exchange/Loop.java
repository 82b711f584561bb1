package dev.gatehouse.http.exchange;

import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/**
 * The event loop that requests run on.
 *
 * @param workers the few threads of the node for what would hold it up
 * @param date of its replies
 */
public record Loop(Vertx vertx, WorkerExecutor workers, ReplyDate date) {}
