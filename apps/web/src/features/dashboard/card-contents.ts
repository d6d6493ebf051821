// What the cards show once there are records, as one file.
export { ActivityList } from './activity-list.tsx'
export { AttentionGroups } from './attention-groups.tsx'
export { CoverageLines } from './coverage-lines.tsx'
export { GapFigureList } from './gap-figure-list.tsx'
