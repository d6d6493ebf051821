// The code that every page of a signed-in user needs, and the first screen: one file of the build.
export { DashboardPage } from '@/features/dashboard/dashboard-page.tsx'
export { createWorkspace } from '@/workspace/supabase/workspace.ts'
export { Shell } from '../shell/shell.tsx'
export { gateOf } from './feature-gate.tsx'
