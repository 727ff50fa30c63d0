import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

/**
 * What runs a program while a folder cannot be written. Root ignores permissions but not a read-only mount, and
 * whoever may not mount is not root.
 */
export function onReadOnlyMount(folder: string): string[] {
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
  const found = [
    ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, folder],
    ['unshare', '--mount', 'sh', '-c', mount, folder],
    ['sh', '-c', 'chmod a-w "$0" && test ! -w "$0" && exec "$@"', folder],
  ].find(
    ([program = '', ...options]) =>
      spawnSync(program, [...options, 'true'], { stdio: 'ignore' }).status === 0,
  )
  assert.ok(found !== undefined, 'there is no way to make a folder read-only here')
  return found
}
