import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** The browser tells that it will print before the media are those of paper. */
let isAnnounced = false

const paper = () => matchMedia('print')

/** Whether the page is being printed. It is true before the browser lays out the paper, so that all can be drawn. */
export function usePrinting(): boolean {
  return useSyncExternalStore(follow, () => isAnnounced || paper().matches)
}

function follow(listener: () => void): () => void {
  const announce = (isPrinting: boolean) => () => {
    isAnnounced = isPrinting
    // The browser takes the page as it is when the event is over.
    flushSync(listener)
  }
  const begin = announce(true)
  const end = announce(false)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  const media = paper()
  media.addEventListener('change', listener)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    media.removeEventListener('change', listener)
  }
}
