import { fits } from '../../lib/json/fits.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import { Type } from '../../lib/json/type.ts'
import type { PersonHere } from '../../lib/live-messages.ts'
import type { Store } from '../../store/index.ts'

/** What the nodes tell each other of an open page. All of it may be lost. */
export type NodeMessage = { live: string } & (
  | { type: 'head'; version: number }
  /** Someone is on the page, also as a sign of life. */
  | { type: 'here'; person: PersonHere }
  | { type: 'left'; connection: string }
  | {
      type: 'cursor'
      connection: string
      userId: string
      version: number
      anchor: number | null
      head: number | null
    }
  /** A node has opened the page: who is there? */
  | { type: 'ask' }
)

const hasType = fits(Type.Object({ live: Type.String(), type: Type.String() }))

/** The exchange with the other nodes; does nothing where there are none. */
export type NodeExchange = {
  publish: (message: NodeMessage) => void
  stop: () => void
}

export function exchangeWithNodes(
  { notifications }: Pick<Store, 'notifications'>,
  receive: (message: NodeMessage) => void,
): NodeExchange {
  const stop = notifications?.subscribe((text) => {
    const message = parseJson(text)
    // SAFETY: another node of this release has written it; others have other types.
    if (hasType(message)) receive(message as NodeMessage)
  })
  return {
    publish: (message) => notifications?.publish(JSON.stringify(message)),
    stop: () => stop?.(),
  }
}
