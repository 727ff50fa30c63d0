import { createHash } from 'node:crypto'
import type { ClientOptions } from '../../index.ts'
import { readText, stateFolder, writeState } from './disk.ts'

const accessFile = 'access'

/** Notes the server and the key that opened the folder, as a hash. */
export async function putAccess(root: string, options: ClientOptions): Promise<void> {
  if (await isKnownAccess(root, options)) return
  await writeState(root, accessFile, hashOf(options))
}

/** Whether the server and the key are those that opened the folder last. */
export async function isKnownAccess(root: string, options: ClientOptions): Promise<boolean> {
  return (await readText(root, `${stateFolder}/${accessFile}`)) === hashOf(options)
}

/** Keys are random, so that their hash leads to none. */
function hashOf({ baseUrl, apiKey = '' }: ClientOptions): string {
  const server = URL.parse(baseUrl)?.href.replace(/\/+$/, '') ?? baseUrl
  return createHash('sha256').update(`${server}\n${apiKey}`).digest('base64url')
}
