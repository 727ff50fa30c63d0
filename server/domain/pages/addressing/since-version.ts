import { toIso } from '../../../lib/clock.ts'
import { differingStoredFields } from '../../../lib/page-fields.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { PageAddress } from '../tree.ts'
import { getVersion, listVersions } from '../versions.ts'

/** Versions that are named. */
const maxNamed = 5

/**
 * In a sentence, who changed a page since a version, and what the changes came to as far as that version is kept.
 * Empty without later versions.
 */
export async function describeSince(
  context: WorkspaceContext,
  address: PageAddress,
  expected: number,
): Promise<string> {
  const versions = await listVersions(context, address, { limit: maxNamed + 1, offset: 0 })
  const later = versions.filter(({ version }) => version > expected)
  if (later.length === 0) return ''
  const named = later.slice(0, maxNamed).map(({ version, people, firstName, lastName, ...row }) => {
    const names = people.map((person) => `${person.firstName} ${person.lastName}`.trim())
    const author = names.length > 0 ? names.join(', ') : `${firstName} ${lastName}`.trim()
    return `version ${version} by ${author}${row.via === null ? '' : ` (${row.via})`} at ${toIso(row.createdAt)}`
  })
  const more = later.length > maxNamed ? ' and earlier ones' : ''
  return `Since version ${expected}: ${named.join('; ')}${more}.${await describeChange(context, address, expected, later[0]?.version ?? expected)}`
}

async function describeChange(
  context: WorkspaceContext,
  address: PageAddress,
  from: number,
  to: number,
): Promise<string> {
  const [old, now] = await Promise.all([
    getVersion(context, { ...address, version: from }).catch(() => undefined),
    getVersion(context, { ...address, version: to }).catch(() => undefined),
  ])
  if (old === undefined || now === undefined) return ''
  const { added, removed } = await context.content.summarize({
    id: address.pageId,
    before: old.document,
    after: now.document,
  })
  const fields = differingStoredFields(old, now)
  const changed = fields.length === 0 ? '' : `, changed ${fields.join(', ')}`
  return ` They added ${added.words} and removed ${removed.words} words${changed}.`
}
