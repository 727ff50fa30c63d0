/** How many changes of one person can be undone on a page. */
export const undoDepth = 200
