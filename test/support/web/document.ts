import { after, afterEach } from 'node:test'
import { Window } from 'happy-dom'
import { afterEachFile } from '../../runner/after-file.ts'

/** A browser's globals, for component tests. Requests go through Node's own fetch. */
const window = new Window({ url: 'http://quire.test/', width: 1280, height: 800 })
const native = new Set([
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'URL',
  'URLSearchParams',
  'console',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'performance',
  'process',
  'Buffer',
  'global',
  'globalThis',
  'structuredClone',
  'crypto',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
])

for (const name of Object.getOwnPropertyNames(window)) {
  const isLanguage =
    name in globalThis &&
    /^[A-Z]/.test(name) &&
    !/^(?:Event|CustomEvent|EventTarget|MessageEvent|ErrorEvent|CloseEvent|Blob|File|FormData|DOMException|Navigator|Storage|WebSocket)$/.test(
      name,
    )
  if (native.has(name) || isLanguage) continue
  Object.defineProperty(globalThis, name, {
    value: Reflect.get(window, name),
    configurable: true,
    writable: true,
  })
}
// A page is saved as a whole then: tests of screens answer requests.
Reflect.deleteProperty(globalThis, 'WebSocket')
Object.assign(globalThis, { window, self: window, IS_REACT_ACT_ENVIRONMENT: true })

// Mantine's growing text fields measure again when a font has come.
Object.defineProperty(window.document, 'fonts', { value: new EventTarget() })

const { cleanup, configure } = await import('@testing-library/react')
const { userEvent } = await import('@testing-library/user-event')
// It replaces the clipboard and the focus of a document when it is first used.
userEvent.setup()
// What is waited for comes within a second, save on a machine that is busy.
configure({ asyncUtilTimeout: 20_000 })
// These hooks belong to the whole process: the group loads this before its files.
afterEach(cleanup)
after(() => window.happyDOM.close())

/** Leaves the next file of the process an empty document at the same address. */
afterEachFile(() => {
  window.document.body.replaceChildren()
  window.document.head.replaceChildren()
  window.localStorage.clear()
  window.sessionStorage.clear()
  window.happyDOM.setURL('http://quire.test/')
})
