import { lazyComponent } from '@/lib/loading/lazy-component.ts'

const parts = () => import('./later-parts.ts')
export const sparkline = lazyComponent(parts, (code) => code.Sparkline)
export const coverageTable = lazyComponent(parts, (code) => code.CoverageTable)
export const countTrend = lazyComponent(parts, (code) => code.CountTrend)
export const outlookCards = lazyComponent(parts, (code) => code.OutlookCards)
