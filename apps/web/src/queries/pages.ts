import type { RecordPage } from '@cairn/workspace/port/records/records'

/** How a list goes on whose pages say how many there are in all. */
export const FROM_THE_START = {
  initialPageParam: 0,
  /** How many are there already, while there are more. */
  getNextPageParam(last: RecordPage<unknown>, pages: readonly RecordPage<unknown>[]) {
    const shown = pages.reduce((sum, { items }) => sum + items.length, 0)
    return last.items.length > 0 && shown < last.total ? shown : null
  },
}
