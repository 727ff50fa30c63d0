/**
 * A container takes the direction of its text: markers, borders and columns stand where its readers begin. Blocks of
 * text do so by their style, as one with an attribute would not count for the container around it.
 */
export const ownDirection = { HTMLAttributes: { dir: 'auto' } }
