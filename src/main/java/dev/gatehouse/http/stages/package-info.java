/**
 * The stages of a request, one file each: who asks, whether he may, what he asks for, and the call
 * of the area.
 */
package dev.gatehouse.http.stages;
