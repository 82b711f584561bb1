/**
 * HTTP layer: the only event-loop code. {@code Stages} shows the order in which a request passes
 * the stages. Operations are data here, and no class depends on an area.
 */
package dev.gatehouse.http;
