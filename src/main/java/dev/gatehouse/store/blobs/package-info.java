/** Blobs: immutable stored bytes, their files, checks of uploads, renditions and the trash. */
package dev.gatehouse.store.blobs;
