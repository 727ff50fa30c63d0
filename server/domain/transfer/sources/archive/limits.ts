/** What an archive may contain at most. An archive beyond them is rejected before anything is imported. */
export type ArchiveLimits = {
  entries: number
  /** Of one file, uncompressed. */
  fileBytes: number
  /** Of all files, uncompressed. */
  totalBytes: number
  /** Of archives within archives, which are held in memory when they are compressed. */
  nestedBytes: number
  pathLength: number
  /** How many times larger than packed a file of more than 1 MiB may be. XML and text are packed to a twentieth. */
  ratio: number
}

export const archiveLimits: ArchiveLimits = {
  entries: 200_000,
  fileBytes: 256 * 1024 ** 2,
  totalBytes: 20 * 1024 ** 3,
  nestedBytes: 512 * 1024 ** 2,
  pathLength: 1000,
  ratio: 250,
}
