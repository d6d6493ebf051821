import { type Density, useDensity } from '@/lib/browser/density.ts'
import { NARROW, useMediaQuery } from '@/lib/hooks/use-media-query.ts'

/** The heights of a row, with its line, in pixels. */
export const ROW_HEIGHTS: Record<Density, number> = { comfortable: 44, compact: 36 }
/** The usual height of a card, with the gap after it. */
export const CARD_HEIGHT = 116

/** Returns the height of a row of a table in this window, in pixels. */
export function useRowHeight(): number {
  const rowHeight = ROW_HEIGHTS[useDensity()]
  return useMediaQuery(NARROW) ? CARD_HEIGHT : rowHeight
}
