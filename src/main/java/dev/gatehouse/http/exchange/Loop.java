package dev.gatehouse.http.exchange;

import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/**
 * Event loop that requests run on.
 *
 * @param workers the node's few threads for work that would block the event loop
 * @param date Date header of its replies
 */
public record Loop(Vertx vertx, WorkerExecutor workers, ReplyDate date) {}
