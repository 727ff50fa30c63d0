import type { PageDocument } from '../../../content/document.ts'
import { schema } from '../../../content/schema.ts'
import type { PageFields } from '../../../server/lib/page-fields.ts'
import { linkBase } from '../lib/access/share-link.ts'
import type { LiveTarget } from '../lib/page-body.ts'
import { Connection } from './connection.ts'
import { LivePage } from './live-page.ts'
import { LiveSteps } from './live-steps.ts'
import type { LiveEvents } from './live-types.ts'
import { streamWhenLoaded } from './parts.ts'
import { PlainTarget } from './plain-target.ts'
import { socketAt } from './socket.ts'

export { loadDiff } from './document-diff.ts'

export type LiveStart = {
  /** The page as the server has it at this version. */
  base: PageFields & { version: number; content: PageDocument }
  /** As the person sees it now; `target` is its editor, if there is one. */
  shown: PageDocument
  target: LiveTarget | undefined
  readFields: () => PageFields
  events: LiveEvents
}

/** How a page is opened live. */
export type LiveSource = {
  /** Connects, and says whenever the page can be opened, or no more, and whether too many tabs are. Returns what ends it. */
  watch: (connected: (isConnected: boolean, isFull: boolean) => void) => () => void
  open: (start: LiveStart) => LivePage
}

let shared: Connection | undefined

/** The page over the connection of this tab. */
export function liveSource(workspaceId: string, pageId: string): LiveSource {
  const path = `${linkBase}/app/live`
  const transports = [socketAt(path), streamWhenLoaded(path)]
  shared ??= new Connection({ transports, watchNetwork })
  return sourceOver(shared, workspaceId, pageId)
}

function watchNetwork(isBack: () => void, isGone: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  addEventListener('online', isBack, { signal })
  addEventListener('offline', isGone, { signal })
  return () => ended.abort()
}

export function sourceOver(
  connection: Connection,
  workspaceId: string,
  pageId: string,
): LiveSource {
  return {
    watch: (connected) =>
      connection.listen(pageId, {
        connected: () => connected(true, false),
        disconnected: () => connected(false, connection.isFull),
        received: () => undefined,
      }),
    open: ({ base, shown, target, readFields, events }) => {
      const opened = target ?? new PlainTarget(schema.nodeFromJSON(shown))
      const steps = new LiveSteps(opened, base.version, base.content)
      const fields = { title: base.title, icon: base.icon }
      return new LivePage({ workspaceId, pageId, connection, steps, fields, readFields, events })
    },
  }
}
