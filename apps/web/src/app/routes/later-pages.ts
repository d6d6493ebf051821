// The code of screens that few visits begin with, a function each. See `pages.ts`.
export const acts = () => import('@/features/acts/acts-page.tsx')
export const act = () => import('@/features/acts/act-page.tsx')
export const placeholder = () => import('@/features/placeholders/placeholder-page.tsx')
