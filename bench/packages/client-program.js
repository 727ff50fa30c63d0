// Uses every part of the packed client. Runs in Node, Deno, Bun and browsers.
import { createClient } from 'quire-client'
import { followChanges } from 'quire-client/changes'
import { QuireError } from 'quire-client/errors'
import { eachItem } from 'quire-client/paging'
import { uploadFile } from 'quire-client/uploads'
import { verifyWebhook } from 'quire-client/webhooks'

/** Returns what works, by name. */
export async function useClient({ baseUrl, apiKey }) {
  let losses = 0
  const unreliable = async (...request) => {
    losses += 1
    if (losses % 3 === 1) throw new TypeError('lost')
    return fetch(...request)
  }
  const options = { baseUrl, apiKey, fetch: unreliable, timeoutMs: 30_000, retries: 3 }
  const quire = createClient(options)
  const once = () => ({ idempotencyKey: crypto.randomUUID() })
  const { workspaces } = await quire.workspaces.list()
  const workspaceId = workspaces[0].id
  const marker = crypto.randomUUID()
  const { pageId: parentId } = await quire.pages.create({ workspaceId, title: marker }, once())
  for (const title of ['a', 'b', 'c'])
    await quire.pages.create({ workspaceId, parentId, title }, once())

  const titles = []
  const steady = createClient({ baseUrl, apiKey })
  const list = { workspaceId, parentId, limit: 2 }
  for await (const { title } of eachItem(steady.pages.list, list, 'pages')) titles.push(title)

  // The timer is what keeps Node running, as a socket would.
  const silent = (_url, { signal }) =>
    new Promise((_resolve, reject) => {
      const timer = setTimeout(reject, 60_000)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })
  const late = await createClient({ baseUrl, apiKey, fetch: silent, timeoutMs: 50 })
    .workspaces.list()
    .catch((error) => error)

  const contents = new Blob(['x'.repeat(300_000)])
  const parts = []
  const upload = { workspaceId, name: 'a.txt', contents, partBytes: 100_000 }
  const fileId = await uploadFile(options, { ...upload, onProgress: (bytes) => parts.push(bytes) })

  const kinds = []
  const stop = new AbortController()
  for await (const message of followChanges(
    { baseUrl, apiKey },
    { workspaceId, signal: stop.signal },
  )) {
    kinds.push(message.kind)
    if (message.kind === 'event') stop.abort()
    else await steady.pages.create({ workspaceId, parentId, title: 'd' })
  }

  const event = await verifyWebhook(await signedRequest())
  const refused = await verifyWebhook({ ...(await signedRequest()), body: '{}' }).catch(
    (error) => error,
  )
  return {
    retries: losses > 4,
    timeouts: late instanceof QuireError && late.code === 'UNREACHABLE',
    'paging iterators': titles.join('') === 'abc',
    uploads: /^[0-9a-f-]{36}$/.test(fileId) && parts.length > 2,
    'change stream': kinds.join(' ') === 'ready event',
    'webhook verification': event.type === 'page.created' && refused instanceof QuireError,
  }
}

async function signedRequest() {
  const body = JSON.stringify({ id: '1', type: 'page.created' })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const key = await crypto.subtle.importKey(
    'raw',
    bytes,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const signed = new TextEncoder().encode(`msg_1.${timestamp}.${body}`)
  const base64 = (array) => btoa(String.fromCharCode(...array))
  const signature = base64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))
  const headers = new Headers({
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  })
  return { secret: `whsec_${base64(bytes)}`, headers, body }
}

const { process } = globalThis
if (process?.env.QUIRE_URL) {
  const { QUIRE_URL: baseUrl, QUIRE_KEY: apiKey } = process.env
  console.log(JSON.stringify(await useClient({ baseUrl, apiKey })))
  process.exit(0)
}
