// Preloaded into a process, records what it writes and syncs under $SHIM_DIR, in order, into $SHIM_LOG.
// A record: kind (1 byte), length of the path (2), path, offset (8), length (8), and for a write its bytes; in host order.
// Kinds: w write, t truncate to the offset, s sync. Made of what SQLite and the JVM call on Linux.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define PATH_BYTES 1024
#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *folder;
static int out = -1;

static void begin(void) {
  const char *name = getenv("SHIM_LOG");
  folder = getenv("SHIM_DIR");
  if (name && folder) out = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

// Whether the descriptor's file is one to record; then its path is in the buffer.
static int recorded(int fd, char *path) {
  char link[64];
  pthread_once(&once, begin);
  if (out < 0 || fd == out) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_BYTES - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return !strncmp(path, folder, strlen(folder));
}

static void raw(const void *bytes, size_t length) {
  const char *at = bytes;
  while (length) {
    ssize_t done = syscall(SYS_write, out, at, length);
    if (done <= 0) abort();
    at += done;
    length -= done;
  }
}

static void record(char kind, const char *path, int64_t offset, const void *bytes, int64_t length) {
  uint16_t path_length = strlen(path);
  raw(&kind, sizeof kind);
  raw(&path_length, sizeof path_length);
  raw(path, path_length);
  raw(&offset, sizeof offset);
  raw(&length, sizeof length);
  if (bytes && length) raw(bytes, length);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  REAL(pwrite64);
  char path[PATH_BYTES];
  if (!recorded(fd, path)) return real(fd, bytes, length, offset);
  pthread_mutex_lock(&order);
  ssize_t done = real(fd, bytes, length, offset);
  if (done > 0) record('w', path, offset, bytes, done);
  pthread_mutex_unlock(&order);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return pwrite64(fd, bytes, length, offset);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(write);
  char path[PATH_BYTES];
  if (fd < 3 || !recorded(fd, path)) return real(fd, bytes, length);
  pthread_mutex_lock(&order);
  int64_t offset = lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  ssize_t done = real(fd, bytes, length);
  if (done > 0) record('w', path, offset, bytes, done);
  pthread_mutex_unlock(&order);
  return done;
}

static int synced(int fd, int (*real)(int)) {
  char path[PATH_BYTES];
  if (!recorded(fd, path)) return real(fd);
  pthread_mutex_lock(&order);
  int failed = real(fd);
  if (!failed) record('s', path, 0, 0, 0);
  pthread_mutex_unlock(&order);
  return failed;
}

int fsync(int fd) {
  REAL(fsync);
  return synced(fd, real);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return synced(fd, real);
}

int ftruncate64(int fd, off64_t length) {
  REAL(ftruncate64);
  char path[PATH_BYTES];
  if (!recorded(fd, path)) return real(fd, length);
  pthread_mutex_lock(&order);
  int failed = real(fd, length);
  if (!failed) record('t', path, length, 0, 0);
  pthread_mutex_unlock(&order);
  return failed;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }
