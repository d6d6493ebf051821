// The contents of the cards once there are records, and on phones, as one file.
export { ActivityList } from './activity-list.tsx'
export { AttentionGroups } from './attention-groups.tsx'
export { CoverageLines } from './coverage-lines.tsx'
export { GapFigureList } from './gap-figure-list.tsx'
export { QuickLinks } from './quick-links.tsx'
