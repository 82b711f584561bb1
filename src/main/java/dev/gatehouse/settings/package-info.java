/**
 * Settings: the shipped defaults, the owner's file and the environment, read key by key and
 * checked. An area's own settings stand in the area.
 */
package dev.gatehouse.settings;
