export const localSignature = 0x04034b50
export const centralSignature = 0x02014b50
export const endSignature = 0x06054b50
/** Of the records for more than 65,535 files or 4 GiB. */
export const longEndSignature = 0x06064b50
export const locatorSignature = 0x07064b50

/** Bytes of the records, without names and other fields of any length. */
export const localHeaderSize = 30
export const centralHeaderSize = 46
export const endSize = 22
export const longEndSize = 56
export const locatorSize = 20

/** The extra field for values that do not fit into four bytes. */
export const longField = 1
/** The system whose permissions the attributes have. */
export const unix = 3
/** The two ways to pack a file that every program knows. */
export const stored = 0
export const deflated = 8

export const maxShort = 0xff_ff
export const maxLong = 0xff_ff_ff_ff
