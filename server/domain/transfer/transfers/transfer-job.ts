/** The kind of the job that runs the transfers from a workspace to others. */
export const transferJob = 'transfers'

const runPrefix = 'transfer:'

/** The name of the run of a transfer in each of its workspaces. */
export function runOfTransfer(transferId: string): string {
  return `${runPrefix}${transferId}`
}

/** The transfer of a run; undefined for other runs. */
export function transferOfRun(name: string): string | undefined {
  return name.startsWith(runPrefix) ? name.slice(runPrefix.length) : undefined
}

/** The most pages of one transfer. */
export const maxTransferredPages = 5000
