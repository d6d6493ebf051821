import { useLocation } from 'react-router'
import { z } from 'zod/mini'

const cameFromList = z.object({ list: z.string() })

/** Filters and order of the list from which a page was opened; none where it was opened by its address. */
export function useListSearch(): URLSearchParams {
  const came = cameFromList.safeParse(useLocation().state)
  return new URLSearchParams(came.success ? came.data.list : '')
}
