/*
 * A load client that is never the bottleneck: it sends keep-alive GETs, and the kernel discards the
 * bodies without copying them (MSG_TRUNC).
 *
 *   drain PORT PATH CONNECTIONS SECONDS THREADS [HEADER-LINE]
 *
 * Prints: bytes received, requests completed, connections lost, seconds.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  HEAD_LIMIT = 4096,
  MAX_THREADS = 16,
  EVENTS = 256,
  POLL_MILLIS = 100,
  /* One busy connection must not starve the others of its thread. */
  READS_A_TURN = 4,
  BYTES_A_READ = 4 << 20,
};

typedef struct {
  int socket;
  long left; /* remaining bytes of the body; -1 while waiting for the head */
} connection;

typedef struct {
  pthread_t thread;
  int connections;
  long bytes, requests, lost;
} worker;

static int port;
static double seconds;
static char request[1024];
static size_t request_length;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void die(const char *why) {
  fprintf(stderr, "drain: %s\n", why);
  exit(1);
}

static int ask(connection *c) {
  c->left = -1;
  return write(c->socket, request, request_length) == (ssize_t)request_length;
}

static int open_connection(connection *c, int poll) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  c->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (c->socket < 0 || connect(c->socket, (struct sockaddr *)&to, sizeof to)) return 0;
  int on = 1;
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  return !epoll_ctl(poll, EPOLL_CTL_ADD, c->socket, &event) && ask(c);
}

/* Returns the body length from the head. Any status other than 200 and 206 ends the run. */
static long body_length(const char *head, const char *end) {
  if (strncmp(head + 9, "200", 3) && strncmp(head + 9, "206", 3)) die(head);
  const char *length = strcasestr(head, "\r\ncontent-length:");
  if (!length || length > end) die("a reply without Content-Length");
  return atol(length + strlen("\r\ncontent-length:"));
}

/* Returns the bytes received, like recv: 0 or less if nothing is available, now or ever. */
static ssize_t read_head(connection *c) {
  char head[HEAD_LIMIT];
  ssize_t seen = recv(c->socket, head, sizeof head - 1, MSG_PEEK | MSG_DONTWAIT);
  if (seen <= 0) return seen;
  head[seen] = 0;
  char *end = strstr(head, "\r\n\r\n");
  if (!end) {
    errno = EAGAIN;
    return -1;
  }
  c->left = body_length(head, end);
  return recv(c->socket, head, end + 4 - head, 0);
}

static ssize_t read_body(connection *c, worker *w) {
  static __thread char nowhere[1];
  size_t wanted = c->left > BYTES_A_READ ? BYTES_A_READ : (size_t)c->left;
  ssize_t got = recv(c->socket, nowhere, wanted, MSG_TRUNC | MSG_DONTWAIT);
  if (got > 0) {
    w->bytes += got;
    c->left -= got;
  }
  return got;
}

static void serve(connection *c, worker *w) {
  for (int turn = 0; turn < READS_A_TURN; turn++) {
    ssize_t got = c->left > 0 ? read_body(c, w) : read_head(c);
    int gone = got == 0 || (got < 0 && errno != EAGAIN);
    if (got > 0 && c->left == 0) {
      w->requests++;
      gone = !ask(c);
    }
    if (gone) {
      w->lost++;
      close(c->socket);
    }
    if (gone || got < 0) return;
  }
}

static void *work(void *argument) {
  worker *w = argument;
  int poll = epoll_create1(0);
  connection *all = calloc(w->connections, sizeof *all);
  for (int i = 0; i < w->connections; i++)
    if (!open_connection(&all[i], poll)) w->lost++;
  struct epoll_event events[EVENTS];
  for (double end = now() + seconds; now() < end;) {
    int ready = epoll_wait(poll, events, EVENTS, POLL_MILLIS);
    for (int i = 0; i < ready; i++) serve(events[i].data.ptr, w);
  }
  return NULL;
}

int main(int count, char **arguments) {
  if (count < 6) die("PORT PATH CONNECTIONS SECONDS THREADS [HEADER-LINE]");
  port = atoi(arguments[1]);
  int connections = atoi(arguments[3]);
  seconds = atof(arguments[4]);
  int threads = atoi(arguments[5]);
  if (threads > connections) threads = connections;
  if (threads < 1 || threads > MAX_THREADS) die("1 to 16 threads");
  request_length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n",
                            arguments[2], count > 6 ? arguments[6] : "", count > 6 ? "\r\n" : "");
  if (request_length >= sizeof request) die("the request is too long");

  worker workers[MAX_THREADS] = {0};
  double start = now();
  for (int i = 0; i < threads; i++) {
    workers[i].connections = connections / threads + (i < connections % threads);
    pthread_create(&workers[i].thread, NULL, work, &workers[i]);
  }
  worker sum = {0};
  for (int i = 0; i < threads; i++) {
    pthread_join(workers[i].thread, NULL);
    sum.bytes += workers[i].bytes;
    sum.requests += workers[i].requests;
    sum.lost += workers[i].lost;
  }
  printf("%ld %ld %ld %.3f\n", sum.bytes, sum.requests, sum.lost, now() - start);
  return 0;
}
