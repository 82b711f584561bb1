/**
 * The local provider's GraphQL: a schema that is a part of the Storefront API's, executed by
 * graphql-java over what is in memory, within limits that are judged before anything is executed.
 */
package dev.gatehouse.areas.storefront.graphql;
