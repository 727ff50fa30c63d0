import { checkDocument } from '../../../../content/document.ts'
import { checks, type Snapshot } from '../../../store/index.ts'
import { isAttributionOf } from '../../document/attribution.ts'
import { unpack } from '../../pages/history.ts'

/** Finds versions newer than their page, and versions that cannot be read. */
export async function checkHistory(snapshot: Snapshot): Promise<string[]> {
  const faults = (await checks.histories(snapshot)).map(
    ({ pageId, version, newest }) =>
      `page ${pageId} is at version ${version}, but its history ends with ${newest}`,
  )
  for await (const { pageId, version, document, attribution } of checks.versions(snapshot)) {
    const text = unpacked(document)
    const named = `page ${pageId} has a version ${version}`
    if (text === undefined) faults.push(`${named} without a body`)
    else if (
      attribution !== null &&
      !isAttributionOf(attribution, { id: pageId, document: text })
    ) {
      faults.push(`${named} whose authors do not fit its document`)
    }
  }
  return faults
}

/** Undefined if it is no document. */
function unpacked(packed: Uint8Array): string | undefined {
  try {
    const text = unpack(packed)
    return checkDocument(JSON.parse(text)).ok ? text : undefined
  } catch {
    return undefined
  }
}
