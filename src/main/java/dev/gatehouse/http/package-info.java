/**
 * HTTP: the only event-loop code. {@code Stages} shows the order in which a request passes;
 * operations are data here, and nothing knows an area.
 */
package dev.gatehouse.http;
