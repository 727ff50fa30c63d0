import { checkDocument } from '../../../../content/document.ts'
import { checks, type Snapshot } from '../../../store/index.ts'
import { unpack } from '../../pages/history.ts'

/** Finds versions newer than their page, and versions that cannot be read. */
export async function checkHistory(snapshot: Snapshot): Promise<string[]> {
  const faults = (await checks.histories(snapshot)).map(
    ({ pageId, version, newest }) =>
      `page ${pageId} is at version ${version}, but its history ends with ${newest}`,
  )
  for await (const { pageId, version, document } of checks.versions(snapshot)) {
    if (!isDocument(document)) faults.push(`page ${pageId} has a version ${version} without a body`)
  }
  return faults
}

function isDocument(packed: Uint8Array): boolean {
  try {
    return checkDocument(JSON.parse(unpack(packed))).ok
  } catch {
    return false
  }
}
