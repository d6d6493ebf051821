import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'
import { z } from 'zod/mini'

const navigationState = z.object({ disabledFeature: z.string() })

/** The names of features that can be missing, by the start of their addresses. */
const MISSING = new Map<string, Phrase>([
  ['/knowledge', phrase('Knowledge Base')],
  ['/questions', phrase('Q&A')],
  ['/processes', phrase('Processes')],
  [CATALOGUES.system.path, CATALOGUES.system.title],
])

/**
 * The name of the disabled feature that the not-found screen shows: from the location state of the redirect, or by the
 * first part of the path. Null for any other path.
 */
export function disabledFeatureOf(pathname: string, state: unknown, t: TFunction): string | null {
  const redirected = navigationState.safeParse(state)
  if (redirected.success) return redirected.data.disabledFeature
  const missing = [...MISSING].find(([path]) => pathname.startsWith(path))
  return missing ? t(missing[1]) : null
}
