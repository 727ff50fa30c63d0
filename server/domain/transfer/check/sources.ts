import { checks, type Snapshot } from '../../../store/index.ts'
import { unpackSource } from '../../document/page-source.ts'

/** Finds sources of pages that cannot be read. */
export async function checkSources(snapshot: Snapshot): Promise<string[]> {
  const faults: string[] = []
  for await (const { pageId, source } of checks.sources(snapshot)) {
    if (unpackSource(source) === undefined) {
      faults.push(`page ${pageId} has a source that cannot be read`)
    }
  }
  return faults
}
