import { analyserVersion, segmentingVersion } from '../analysis/analyse.ts'

/** What made the entries of an index: stored with it, and compared at every start. */
export const versions = { analyser: analyserVersion, segmenter: segmentingVersion }
