import { checks, type Snapshot } from '../../../store/index.ts'
import { prepareApplied } from '../../document/steps.ts'
import { isContiguous, readRows } from '../../pages/journal/body.ts'
import { stepsOf } from '../../pages/journal/current.ts'

/** Finds typing that is only in the journal and cannot be stored, and changes newer than their page. */
export async function checkJournal(snapshot: Snapshot): Promise<string[]> {
  const faults = (await checks.journals(snapshot)).map(
    ({ pageId, version, newest }) =>
      `page ${pageId} is at version ${version}, but its journal ends with ${newest}`,
  )
  for (const page of await checks.behind(snapshot)) {
    const fault = await faultOfTyping(snapshot, page)
    if (fault !== undefined) faults.push(`page ${page.pageId} ${fault}`)
  }
  return faults
}

async function faultOfTyping(
  snapshot: Snapshot,
  page: checks.BehindRow,
): Promise<string | undefined> {
  const { pageId, version, contentVersion, document } = page
  const rows = await readRows(snapshot, page, contentVersion)
  if (contentVersion >= version || !isContiguous(rows, contentVersion, version)) {
    return `is at version ${version}, but its journal does not lead there from version ${contentVersion} of its document`
  }
  // A page without a document has a fault of its own.
  if (document === null) return undefined
  const applied = tryApplying({ id: pageId, document, steps: stepsOf(rows) })
  return applied === undefined
    ? undefined
    : `has typing in its journal that cannot be stored: ${applied}`
}

function tryApplying(body: Parameters<typeof prepareApplied>[0]): string | undefined {
  try {
    const applied = prepareApplied(body)
    return applied.ok ? undefined : applied.reason
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
