import { posix } from 'node:path'
import { createFile, readText } from './disk.ts'
import { conflictPath } from './paths.ts'
import { isRefusal } from './pending.ts'
import type { SyncContext } from './sync-context.ts'
import { hashOf } from './text-hash.ts'

const maxQuoted = 8000

export type Conflict = { pageId: string; path: string; text: string }

/** Keeps a text that cannot be merged in a file beside that of its page, and shows it on the page. Returns the path. */
export async function keepConflict(
  context: SyncContext,
  { pageId, path, text }: Conflict,
): Promise<string> {
  const conflictFile = await storeConflict(context, path, text)
  await commentConflict(context, { pageId, conflictFile, text })
  return conflictFile
}

async function storeConflict(context: SyncContext, path: string, text: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const conflictFile = conflictPath(path, context.today(), number)
    if (await createFile(context, conflictFile, text)) return conflictFile
    // A program that ended here has written it already.
    if ((await readText(context.root, conflictFile)) === text) return conflictFile
  }
}

/** Shows a conflict to the people who read the page, as a comment. */
async function commentConflict(
  { client, workspaceId, warn, step }: SyncContext,
  { pageId, conflictFile, text }: { pageId: string; conflictFile: string; text: string },
): Promise<void> {
  const name = posix.basename(conflictFile)
  const markdown = `A change from a folder conflicts with this page and was not saved. The folder keeps it in \`${name.replaceAll('`', '')}\`:\n\n${quoted(text)}`
  const idempotencyKey = hashOf(`${pageId}\n${conflictFile}\n${text}`)
  step()
  await client.comments
    .create({ workspaceId, pageId, markdown }, { idempotencyKey })
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      warn(`The conflict is not shown on the page: ${error.message}`)
    })
  step()
}

function quoted(text: string): string {
  const isCut = text.length > maxQuoted
  const shown = isCut ? `${text.slice(0, maxQuoted)}\n…` : text
  const maxTickLength = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(maxTickLength + 1)
  return `${fence}markdown\n${shown.trimEnd()}\n${fence}\n`
}
