/** What a UTF-16 unit may be part of. */
export const characterKind = {
  none: 0,
  spaced: 1,
  joiner: 2,
  han: 3,
  hangul: 4,
  segmented: 5,
  /** An emoji, another symbol, or half of a character: to be looked at as a whole. */
  special: 6,
  /** An accent or vowel sign: part of a word that has begun. */
  mark: 7,
} as const

const { none, spaced, joiner, han, hangul, segmented, special, mark } = characterKind

/** Scripts without spaces whose words are looked for in pairs of characters. */
const hanCharacter = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々〆]/u
const hangulCharacter = /\p{sc=Hang}/u
const segmentedCharacter = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const wordCharacter = /[\p{L}\p{N}_]/u
const markCharacter = /\p{M}/u
const symbolCharacter = /[\p{So}\p{Sc}\p{Extended_Pictographic}\p{RI}]/u
const joiners = new Set(`.@:/-‐‑'’·`)

const blockSize = 256
/** By block of 256 units, filled when a text first needs it: most never do. */
const blocks: (Uint8Array | undefined)[] = []

export function kindOf(unit: number): number {
  const number = unit >>> 8
  const block = blocks[number] ?? fillBlock(number)
  return block[unit & (blockSize - 1)] ?? none
}

export function kindOfCharacter(character: string): number {
  if (hanCharacter.test(character)) return han
  if (hangulCharacter.test(character)) return hangul
  if (segmentedCharacter.test(character)) return segmented
  if (wordCharacter.test(character)) return spaced
  if (markCharacter.test(character)) return mark
  if (joiners.has(character)) return joiner
  return symbolCharacter.test(character) ? special : none
}

function fillBlock(number: number): Uint8Array {
  const block = new Uint8Array(blockSize)
  for (let offset = 0; offset < blockSize; offset += 1) {
    const unit = number * blockSize + offset
    const isHalf = unit >= 0xd800 && unit <= 0xdfff
    block[offset] = isHalf ? special : kindOfCharacter(String.fromCharCode(unit))
  }
  blocks[number] = block
  return block
}
