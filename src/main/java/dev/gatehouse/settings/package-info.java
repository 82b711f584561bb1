/**
 * Settings: shipped defaults, the owner's file and the environment, read key by key and validated.
 * An area's own settings are defined in the area.
 */
package dev.gatehouse.settings;
