import { createClient } from '../../../client/index.ts'
import { linkBase } from './access/share-link.ts'
import { sendConfirmed } from './confirmation.ts'

/** The server, as the signed-in person or the visitor of a share link: the browser sends their cookie along. */
export const client = createClient({
  baseUrl: location.origin + linkBase,
  fetch: (...request) => sendConfirmed(() => fetch(...request)),
})
