import { useLocalStorage } from '@mantine/hooks'

/** Pages that a browser remembers as wide; the oldest choice is forgotten first. */
const maxPages = 500

/** Whether a page is as wide as the window, in this browser. */
export function usePageWidth(pageId: string): { isWide: boolean; toggleWide: () => void } {
  const [pages, setPages] = useLocalStorage<string[]>({ key: 'quire.wide-pages', defaultValue: [] })
  const isWide = pages.includes(pageId)
  return {
    isWide,
    toggleWide: () => {
      const others = pages.filter((id) => id !== pageId)
      setPages(isWide ? others : [...others, pageId].slice(-maxPages))
    },
  }
}
