// Loaded into a server with LD_PRELOAD. Below DISK_ROOT, it
// - records each change and flush in DISK_LOG, so that a test can rebuild the disk as a power cut may leave it;
// - fails the n-th call of a kind, as the file DISK_CONTROL says, as a broken or full disk would.
// Build: cc -O1 -shared -fPIC -o disk.so disk.c -ldl -lpthread

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { OPEN = 1, READ, WRITE, FSYNC, FDATASYNC, RENAME, MKDIR, UNLINK, TRUNCATE, LINK };

/*
 * Shared with the test: `left` counts down with each call of the kind, and the call that makes it 0 fails; if it
 * `lasts`, as a full disk does, those after it do too.
 */
static struct control { volatile int32_t kind, error, left, lasts, failed; } *control;

static struct { int on, is_folder; ino_t inode; char *path; } files[65536];
static const int max_files = sizeof files / sizeof *files;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int log_file = -1;
static char root[PATH_MAX];

#define REAL(result, name, ...) \
  static result (*real_##name)(__VA_ARGS__); \
  if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("DISK_ROOT"), *log = getenv("DISK_LOG"), *shared = getenv("DISK_CONTROL");
  REAL(int, open, const char *, int, ...);
  if (shared) {
    int file = real_open(shared, O_RDWR | O_CLOEXEC);
    void *mapped = mmap(0, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) control = mapped;
  }
  if (log) log_file = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (folder) snprintf(root, sizeof root, "%s", folder);
}

/* True when this call is the one to fail. */
static int fails(enum kind kind) {
  if (!control || control->kind != (int32_t)kind) return 0;
  int32_t left = __sync_sub_and_fetch(&control->left, 1);
  if (control->lasts ? left > 0 : left != 0) return 0;
  control->failed = 1;
  errno = control->error;
  return 1;
}

static int is_below(int folder, const char *path, char *out) {
  if (!root[0] || !path) return 0;
  if (path[0] == '/') snprintf(out, PATH_MAX, "%s", path);
  else if (folder == AT_FDCWD) {
    char current[PATH_MAX];
    if (!getcwd(current, sizeof current)) return 0;
    snprintf(out, PATH_MAX, "%.2000s/%.2000s", current, path);
  } else if (folder >= 0 && folder < max_files && files[folder].on)
    snprintf(out, PATH_MAX, "%.2000s/%.2000s", files[folder].path, path);
  else return 0;
  size_t length = strlen(out), start = strlen(root);
  while (length > 1 && out[length - 1] == '/') out[--length] = 0;
  return strncmp(out, root, start) == 0 && (out[start] == '/' || out[start] == 0);
}

static void write_all(const void *data, size_t size) {
  REAL(ssize_t, write, int, const void *, size_t);
  for (size_t done = 0; done < size;) {
    ssize_t written = real_write(log_file, (const char *)data + done, size - done);
    if (written <= 0) abort();
    done += written;
  }
}

/* A line, and after the line of a write its bytes. */
static void record(const void *data, size_t size, const char *format, ...) {
  if (log_file < 0) return;
  char line[2 * PATH_MAX + 200];
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  int length = snprintf(line, 40, "%llu ", (unsigned long long)time.tv_sec * 1000000000ull + time.tv_nsec);
  va_list rest;
  va_start(rest, format);
  length += vsnprintf(line + length, sizeof line - length, format, rest);
  va_end(rest);
  write_all(line, length);
  if (data) write_all(data, size);
}

/* libuv closes files by a system call of its own: the number may stand for another file now. */
static int is_tracked(int fd) {
  if (fd < 0 || fd >= max_files || !files[fd].on) return 0;
  int before = errno;
  struct stat found;
  int same = fstat(fd, &found) == 0 && found.st_ino == files[fd].inode;
  if (!same) files[fd].on = 0;
  errno = before;
  return same;
}

/* A change and its record are one step, as the record tells their order. */
#define STEP(result, call, recording) \
  pthread_mutex_lock(&lock); \
  result done = call; \
  int after = errno; \
  recording; \
  pthread_mutex_unlock(&lock); \
  errno = after; \
  return done

static int open_any(int folder, const char *path, int flags, mode_t mode) {
  REAL(int, openat, int, const char *, int, ...);
  char full[PATH_MAX];
  if (!is_below(folder, path, full)) return real_openat(folder, path, flags, mode);
  if (fails(OPEN)) return -1;
  struct stat found;
  pthread_mutex_lock(&lock);
  int existed = stat(full, &found) == 0;
  int fd = real_openat(folder, path, flags, mode), after = errno;
  if (fd >= 0 && fd < max_files && fstat(fd, &found) == 0) {
    free(files[fd].path);
    files[fd].on = 1;
    files[fd].is_folder = S_ISDIR(found.st_mode);
    files[fd].inode = found.st_ino;
    files[fd].path = strdup(full);
    if (!existed && (flags & O_CREAT)) record(0, 0, "create %lu %s\n", (unsigned long)found.st_ino, full);
    else if (existed && (flags & O_TRUNC)) record(0, 0, "truncate %lu 0\n", (unsigned long)found.st_ino);
  }
  pthread_mutex_unlock(&lock);
  errno = after;
  return fd;
}

#define MODE \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, int); va_end(rest); }
int open(const char *path, int flags, ...) { MODE return open_any(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return open_any(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE return open_any(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE return open_any(folder, path, flags | O_LARGEFILE, mode); }

static void wrote(int fd, const void *data, ssize_t size, off_t offset) {
  if (size > 0) record(data, size, "write %lu %lld %lld\n", (unsigned long)files[fd].inode, (long long)offset, (long long)size);
}
ssize_t write(int fd, const void *data, size_t size) {
  REAL(ssize_t, write, int, const void *, size_t);
  if (!is_tracked(fd)) return real_write(fd, data, size);
  if (fails(WRITE)) return -1;
  STEP(ssize_t, real_write(fd, data, size), wrote(fd, data, done, lseek(fd, 0, SEEK_CUR) - done));
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
  if (!is_tracked(fd)) return real_pwrite64(fd, data, size, offset);
  if (fails(WRITE)) return -1;
  STEP(ssize_t, real_pwrite64(fd, data, size, offset), wrote(fd, data, done, offset));
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  if (!is_tracked(fd)) return real_writev(fd, parts, count);
  ssize_t all = 0;
  for (int i = 0; i < count; i++) {
    ssize_t size = write(fd, parts[i].iov_base, parts[i].iov_len);
    if (size < 0) return all ? all : size;
    all += size;
    if ((size_t)size < parts[i].iov_len) break;
  }
  return all;
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  REAL(ssize_t, pwritev64, int, const struct iovec *, int, off64_t);
  if (!is_tracked(fd)) return real_pwritev64(fd, parts, count, offset);
  ssize_t all = 0;
  for (int i = 0; i < count; i++) {
    ssize_t size = pwrite64(fd, parts[i].iov_base, parts[i].iov_len, offset + all);
    if (size < 0) return all ? all : size;
    all += size;
    if ((size_t)size < parts[i].iov_len) break;
  }
  return all;
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev64(fd, parts, count, offset); }

ssize_t read(int fd, void *data, size_t size) {
  REAL(ssize_t, read, int, void *, size_t);
  return is_tracked(fd) && fails(READ) ? -1 : real_read(fd, data, size);
}
ssize_t pread64(int fd, void *data, size_t size, off64_t offset) {
  REAL(ssize_t, pread64, int, void *, size_t, off64_t);
  return is_tracked(fd) && fails(READ) ? -1 : real_pread64(fd, data, size, offset);
}
ssize_t pread(int fd, void *data, size_t size, off_t offset) { return pread64(fd, data, size, offset); }

int ftruncate64(int fd, off64_t size) {
  REAL(int, ftruncate64, int, off64_t);
  if (!is_tracked(fd)) return real_ftruncate64(fd, size);
  if (fails(TRUNCATE)) return -1;
  STEP(int, real_ftruncate64(fd, size),
    if (done == 0) record(0, 0, "truncate %lu %lld\n", (unsigned long)files[fd].inode, (long long)size));
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

/* Recorded after the call returns: never earlier than the disk has it. */
static void flushed(int fd) {
  if (files[fd].is_folder) record(0, 0, "flush-folder %s\n", files[fd].path);
  else record(0, 0, "flush %lu\n", (unsigned long)files[fd].inode);
}
int fsync(int fd) {
  REAL(int, fsync, int);
  if (!is_tracked(fd)) return real_fsync(fd);
  if (fails(FSYNC)) return -1;
  STEP(int, real_fsync(fd), if (done == 0) flushed(fd));
}
int fdatasync(int fd) {
  REAL(int, fdatasync, int);
  if (!is_tracked(fd)) return real_fdatasync(fd);
  if (fails(FDATASYNC)) return -1;
  STEP(int, real_fdatasync(fd), if (done == 0) flushed(fd));
}

#define TWO(kind, word, call, from_folder, from, to_folder, to) \
  char one[PATH_MAX], other[PATH_MAX]; \
  if (!is_below(from_folder, from, one) || !is_below(to_folder, to, other)) return call; \
  if (fails(kind)) return -1; \
  STEP(int, call, if (done == 0) record(0, 0, word " %s\t%s\n", one, other))
int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  TWO(RENAME, "rename", real_rename(from, to), AT_FDCWD, from, AT_FDCWD, to);
}
int link(const char *from, const char *to) {
  REAL(int, link, const char *, const char *);
  TWO(LINK, "link", real_link(from, to), AT_FDCWD, from, AT_FDCWD, to);
}

#define ONE(kind, word, call, folder, path) \
  char full[PATH_MAX]; \
  if (!is_below(folder, path, full)) return call; \
  if (fails(kind)) return -1; \
  STEP(int, call, if (done == 0) record(0, 0, word " %s\n", full))
int unlink(const char *path) { REAL(int, unlink, const char *); ONE(UNLINK, "remove", real_unlink(path), AT_FDCWD, path); }
int remove(const char *path) { REAL(int, remove, const char *); ONE(UNLINK, "remove", real_remove(path), AT_FDCWD, path); }
int rmdir(const char *path) { REAL(int, rmdir, const char *); ONE(UNLINK, "remove", real_rmdir(path), AT_FDCWD, path); }
int unlinkat(int folder, const char *path, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  ONE(UNLINK, "remove", real_unlinkat(folder, path, flags), folder, path);
}
int mkdir(const char *path, mode_t mode) { REAL(int, mkdir, const char *, mode_t); ONE(MKDIR, "folder", real_mkdir(path, mode), AT_FDCWD, path); }
