// What the card shows once there are records, as one file.
export { CoverageLines } from './coverage-lines.tsx'
export { GapFigureList } from './gap-figure-list.tsx'
