/**
 * Which nodes, marks and attributes a page can have. Raise it with every change of the schema: a browser tab with
 * another number reads the page again by HTTP before it writes steps, so that no node is dropped.
 */
export const schemaVersion = 2
