/**
 * Interface between a node and its areas: the services that a node provides to an area's module,
 * and the description that the module returns. Contains no logic of an area.
 */
package dev.gatehouse.area;
