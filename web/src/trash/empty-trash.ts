import type { Client } from '../../../client/index.ts'

/** The server deletes some thousands of pages at a time. Returns how many were deleted in all. */
export async function emptyTrash(
  client: { trash: Pick<Client['trash'], 'empty'> },
  workspaceId: string,
): Promise<number> {
  let removed = 0
  for (;;) {
    const { pages, left } = await client.trash.empty({ workspaceId })
    removed += pages
    // Without this, an answer that deletes nothing would repeat for ever.
    if (left === 0 || pages === 0) return removed
  }
}
