import type { JsonObject } from './json-object.ts'

/** The program that changed something, as it calls itself, and its run. */
export function runOf({
  runId,
  runClient,
}: {
  runId: string | null
  runClient: string | null
}): JsonObject {
  return {
    ...(runClient !== null && runClient !== '' && { client: runClient }),
    ...(runId !== null && { run: runId }),
  }
}
