import { dump, type Reader } from '../store/index.ts'

/** Whether the store answers: a read, which waits for a store that is away and then says so. */
export async function requireStore(reader: Reader): Promise<void> {
  await dump.migration(reader)
}
