import { lazy } from '@/lib/loading/lazy.ts'

/** The contents of the cards once there are records, and on phones: a first visit at a desk needs none of them. */
export const content = lazy(() => import('./card-contents.ts'))
