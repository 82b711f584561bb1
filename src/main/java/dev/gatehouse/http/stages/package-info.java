/**
 * Stages of a request, one class each. They authenticate and authorize the caller, validate the
 * request and call the area.
 */
package dev.gatehouse.http.stages;
