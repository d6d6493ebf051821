import { lazy } from '@/lib/loading/lazy.ts'

/** What the cards show once there are records, and on phones: a first visit at a desk needs none of it. */
export const content = lazy(() => import('./card-contents.ts'))
