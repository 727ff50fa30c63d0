/** Content whose files are removed after it was read, also when the response is aborted. */
export async function* thenRemove(
  content: AsyncIterable<Buffer>,
  remove: () => Promise<void>,
): AsyncGenerator<Buffer> {
  try {
    yield* content
  } finally {
    await remove()
  }
}
