/**
 * Traces: spans of the work for one request, across nodes and the outbox, and their export by OTLP.
 * A node without a collector loads only {@link dev.gatehouse.tracing.Tracer} and {@link
 * dev.gatehouse.tracing.Span}.
 */
package dev.gatehouse.tracing;
