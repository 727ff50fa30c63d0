/** The most pages that are copied in one transaction. */
export const maxCopiedPages = 500
