/**
 * What a text is cut into before any language is known. `word` is stemmed by its script and language,
 * `whole` is an identifier as it stands, `pair` and `character` are cut from scripts without spaces.
 */
export type TokenKind = 'word' | 'whole' | 'pair' | 'character' | 'plain'
export type Token = { kind: TokenKind; text: string }

/** Longer words are cut: nobody types them, and an encoded file must not fill the index. */
export const maxWordLength = 64
