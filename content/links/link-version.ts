/** Increases when links or tags are read differently: all pages are indexed again. */
export const linkVersion = 3
