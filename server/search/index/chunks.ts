/** What a segment is stored as: three streams of bytes, each cut into chunks numbered from 0. */
export const chunkKinds = ['documents', 'terms', 'postings'] as const
export type ChunkKind = (typeof chunkKinds)[number]

/** Every chunk of postings but the last has this size; the others end with a whole record. */
export const chunkSize = 32 * 1024
