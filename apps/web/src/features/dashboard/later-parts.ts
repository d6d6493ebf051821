// The parts that are drawn once the first screen stands, in another file: it does not wait for them.
export { CountTrend } from './count-trend.tsx'
export { CoverageTable } from './coverage-table.tsx'
export { OutlookCards } from './outlook-cards.tsx'
export { Sparkline } from './sparkline.tsx'
