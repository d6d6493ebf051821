import type { TFunction } from 'i18next'
import { z } from 'zod/mini'
import { CATALOGUES } from '@/workspace/port/catalogues.ts'

const navigationState = z.object({ disabledFeature: z.string() })

/** The names of features that can be missing, by the start of their addresses. */
const MISSING = new Map([
  ['/knowledge', 'Knowledge Base'],
  ['/questions', 'Q&A'],
  ['/processes', 'Processes'],
  [CATALOGUES.system.path, CATALOGUES.system.title],
])

/**
 * The feature to call disabled on the not-found screen: the one that the navigation carries, or the one in whose part of
 * the address the unknown path lies. Null for any other path.
 */
export function disabledFeatureOf(pathname: string, state: unknown, t: TFunction): string | null {
  const carried = navigationState.safeParse(state)
  if (carried.success) return carried.data.disabledFeature
  const missing = [...MISSING].find(([path]) => pathname.startsWith(path))
  return missing ? t(missing[1]) : null
}
