/**
 * The declarations of all messages and events between areas: one file for each receiving or
 * publishing area. The records are the wire form; a golden file holds each of them.
 */
package dev.gatehouse.messages;
