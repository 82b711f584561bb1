/** Agreement of a cluster's nodes on the settings that must be equal, and their rotation. */
package dev.gatehouse.node.agreement;
