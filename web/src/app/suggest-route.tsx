import { SuggestScreen } from '../proposals/suggest-screen.tsx'
import { bodies } from './share-links/page-bodies.tsx'

/** Puts the screen for suggestions together with what pages are written with. */
export function SuggestRoute() {
  return <SuggestScreen bodies={bodies} />
}
