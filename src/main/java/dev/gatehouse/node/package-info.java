/**
 * A node: puts all rooms together, starts them in order, tells of its health, drains and stops. The
 * list of modules is {@code Modules}. No area's logic lives here.
 */
package dev.gatehouse.node;
