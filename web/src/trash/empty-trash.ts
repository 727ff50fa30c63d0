import type { Client } from '../../../client/index.ts'

/** The server removes some thousands at a time; gives how many pages went in all. */
export async function emptyTrash(
  client: { trash: Pick<Client['trash'], 'empty'> },
  workspaceId: string,
): Promise<number> {
  let removed = 0
  for (;;) {
    const { pages, left } = await client.trash.empty({ workspaceId })
    removed += pages
    // One that removes nothing would go on for ever.
    if (left === 0 || pages === 0) return removed
  }
}
