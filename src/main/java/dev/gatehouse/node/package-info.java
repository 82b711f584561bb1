/**
 * Node: composes all packages, starts them in order, reports their health, drains and stops. The
 * list of modules is {@code Modules}. Contains no logic of an area.
 */
package dev.gatehouse.node;
