/** The owner's view of the node's settings and of the providers that it calls. */
package dev.gatehouse.node.integrations;
