import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSync } from 'vite'
import { files, sourcesOf } from './sources.ts'

/**
 * Words of a private dialect, each with the term to use instead. A name is split into its words: `webhookLane`
 * and `webhook-lane.ts` both contain `lane`.
 */
const terms: Record<string, string> = {
  beside: 'side panel, adjacent, or details',
  burst: 'debounce window, or coalescing window',
  bury: 'mark deleted',
  complain: 'notify error',
  door: 'adapter, transport or routes',
  ear: 'context',
  elder: 'legacy',
  entering: 'redirect after sign-in',
  facts: 'event data, or details',
  foreseen: 'prepared',
  gate: 'require…, or a guard',
  ground: 'fixture',
  handed: 'share link',
  hear: 'receive',
  heard: 'received, or the remote version',
  hearers: 'subscribers',
  held: 'current, claimed, pending or open',
  kept: 'stored, retained, cached or remaining',
  lane: 'worker, queue or SIMD stride',
  least: 'min…',
  living: 'live, or active',
  longest: 'max…Length',
  looked: 'candidateLimit',
  made: 'created',
  most: 'max…',
  narrator: 'payload builder',
  nobody: 'anonymous, or no one in the type',
  odd: 'malformed',
  pace: 'time slice, or an interval',
  outgoing: 'outbound…',
  patience: 'a name with its unit, such as timeoutMs',
  piece: 'chunk, range, batch or hunk',
  pieces: 'chunks, ranges, batches or hunks',
  place: 'index, position, offset, location or target',
  places: 'indexes, positions, offsets, locations or targets',
  settle: 'resolve, record the outcome, or wait until idle',
  speaker: 'command dispatcher',
  standing: 'authorization',
  stranger: 'outsider, or anonymous',
  strangers: 'outsiders, or anonymous',
  tell: 'notify, publish or send',
  tells: 'notifies, publishes or sends',
  tickets: 'one-time tokens',
  together: 'allSettledOrThrow',
  told: 'published, notified or the event',
  trial: 'evaluation',
  trouble: 'fault, or error',
  turns: 'scheduler, or yield to the event loop',
  wakeful: 'with commit notifications',
  worth: 'score, or weight',
}

/** Words that only file names must not have, because they say nothing there. */
const fileTerms: Record<string, string> = {
  common: 'what the file holds',
  helpers: 'what the file holds',
  kit: 'what the file holds',
  fence: 'delimit',
  misc: 'what the file holds',
  news: 'updates',
  rest: 'what the file holds',
  visit: 'request context',
  visits: 'request contexts',
  shapes: 'types',
  utils: 'what the file holds',
}

/** Words that say too little as an entire name. */
const bareTerms: Record<string, string> = {
  above: 'ancestors, parent or previous',
  whole: 'complete, full or total',
}

/** Names that others depend on: a table, a column, a CSS property, the JSON of debounce windows and of the audit log. */
const publicNames = new Set(['placeItems', 'tickets', 'toldAt'])
const storedNames = new Map([
  ['server/domain/webhooks/debounce.ts', ['facts']],
  ['server/domain/webhooks/debounce.test.ts', ['facts']],
  ['server/domain/transfer/backup/restore.ts', ['madeAt', 'madeBy']],
  ['server/domain/search/find.ts', ['above']],
  ['server/operations/search/search.ts', ['above']],
  ['server/bots/find-page.ts', ['above']],
  ['server/bots/commands.ts', ['above']],
  ['test/api/search/find.test.ts', ['above']],
  ['web/src/editor/blocks/move-to-page.test.tsx', ['above']],
  ['web/src/editor/insert/page-requests.ts', ['above']],
  ['web/src/editor/page-requests.test.tsx', ['above']],
  ['web/src/search/options.test.ts', ['above']],
  ['web/src/search/search-screen.test.tsx', ['above']],
  ['web/src/search/palette-option.tsx', ['above']],
  ['web/src/search/results/result-list.tsx', ['above']],
  ['web/src/tree/move/use-targets.ts', ['above']],
  ['web/src/lib/drafts/tabs.ts', ['held']],
])

const own = 'test/architecture/names.test.ts'
const code = sourcesOf('content', 'messages', 'server', 'client', 'web', 'bench', 'test').filter(
  ({ path }) => path !== own,
)

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

function violations(name: string, banned: Readonly<Record<string, string>>): string[] {
  return wordsOf(name)
    .filter((word) => Object.hasOwn(banned, word))
    .map((word) => `${name}: instead of "${word}" use ${banned[word]}`)
}

function bareViolations(name: string): string[] {
  return Object.hasOwn(bareTerms, name) ? [`${name}: use ${bareTerms[name]}`] : []
}

/** Every identifier of a file; strings and comments are prose. */
function identifiersOf({ path, text }: { path: string; text: string }): Set<string> {
  const names = new Set<string>()
  const open: unknown[] = [parseSync(path, text).program]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    if ('type' in node && 'name' in node && typeof node.name === 'string') {
      if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') names.add(node.name)
    }
    for (const member of Object.values(node)) open.push(member)
  }
  return names
}

describe('names', () => {
  it('of variables, functions, types and fields use the terms of the field', () => {
    const found = code.flatMap((source) =>
      [...identifiersOf(source)]
        .filter(
          (name) => !publicNames.has(name) && storedNames.get(source.path)?.includes(name) !== true,
        )
        .flatMap((name) =>
          [...violations(name, terms), ...bareViolations(name)].map(
            (text) => `${source.path}: ${text}`,
          ),
        ),
    )
    assert.deepEqual(found, [], 'see docs/glossary.md')
  })

  it('of files use the terms of the field', () => {
    const found = files
      .filter((path) => !publicNames.has(path) && !path.startsWith('decisions/'))
      .flatMap((path) => violations(path, { ...terms, ...fileTerms }))
    assert.deepEqual(found, [], 'see docs/glossary.md')
  })
})
