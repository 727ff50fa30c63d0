/** The kind of the job that runs the transfers from a workspace to others. */
export const transferJob = 'transfers'

/** The most pages of one transfer. */
export const maxTransferredPages = 5000
