/** Where the app shows a page with the thread of a comment. */
export function commentPath(pageId: string, commentId: string): string {
  return `/pages/${pageId}#comment-${commentId}`
}
