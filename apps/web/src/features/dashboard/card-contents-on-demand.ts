import { lazy } from '@/lib/loading/lazy.ts'

/** What the cards show once there are records: an account without a record needs none of it. */
export const content = lazy(() => import('./card-contents.ts'))
