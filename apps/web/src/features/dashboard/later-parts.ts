// What is drawn once the first screen stands: a file of its own, for which it does not wait.
export { CountTrend } from './count-trend.tsx'
export { CoverageTable } from './coverage-table.tsx'
export { OutlookCards } from './outlook-cards.tsx'
export { Sparkline } from './sparkline.tsx'
